import { LikenessError, type ErrorCode } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { AnyTransport, EvmTransport, SolanaTransport } from '../../ports/wallet-transport.ts';
import type { WalletChain, WalletChoice, Wallets, WalletSnapshot } from '../../ports/wallets.ts';
import { sendingFailure, walletFailure } from './failures.ts';
import {
  clearSaved,
  readSaved,
  readTools,
  writeSaved,
  writeTools,
  type KeyValue,
  type SavedWallet,
} from './saved.ts';
import type { WalletTabs } from './tabs.ts';

export interface WalletsDeps {
  readonly storage: KeyValue;
  /** In the order in which they are offered. */
  readonly transports: readonly AnyTransport[];
  readonly tabs: WalletTabs;
}

interface Held<T extends AnyTransport = AnyTransport> {
  readonly transport: T;
  readonly choice: WalletChoice;
  readonly address: string;
  readonly stopListening: () => void;
}

interface Asking {
  readonly choiceId: string;
  /** Resolves when it was answered, however. */
  readonly ended: Promise<unknown>;
}

const IDLE = { status: 'idle', type: 'none', address: '' } as const;
const NOT_INSTALLED: Record<WalletChoice['type'], ErrorCode> = {
  phantom: 'phantom-not-installed',
  metamask: 'metamask-not-installed',
};
const NOT_CONNECTED: Record<WalletChoice['type'], ErrorCode> = {
  phantom: 'phantom-connect-failed',
  metamask: 'metamask-connect-failed',
};

/** The Wallets port over its transports. Light by itself: each transport loads what it needs when it is asked. */
export function createWalletsFrom({ storage, transports, tabs }: WalletsDeps): Wallets {
  const listeners = new Set<() => void>();
  const links = transports.filter((one) => one.chain === 'solana');
  const isAway = (): boolean => links.some((one) => one.isAway?.());
  const held: { solana?: Held<SolanaTransport>; evm?: Held<EvmTransport> } = {};
  /** The chain whose wallet is who is signed in. */
  let signedIn: WalletChain | undefined;
  let onlyTools = false;
  let asking: Asking | undefined;
  let restoring = false;
  let starting: Promise<void> | undefined;
  let snapshot = take();

  function take(): WalletSnapshot {
    const owner = signedIn && held[signedIn];
    const { solana, evm } = held;
    return {
      ...identity(owner),
      ...(solana && { solana: { ...toHeld(solana), answers: solana.transport.answers() } }),
      ...(evm && { evm: toHeld(evm) }),
      ...(asking && { asked: asking.choiceId }),
      ...(isAway() && { away: true }),
      choices: transports.flatMap((transport) => transport.choice() ?? []),
    };
  }

  function identity(
    owner: Held | undefined,
  ): Pick<WalletSnapshot, 'status' | 'type' | 'address' | 'transport'> {
    if (owner)
      return {
        status: 'connected',
        type: owner.choice.type,
        address: owner.address,
        transport: owner.choice.transport,
      };
    if (restoring) return { ...IDLE, status: 'restoring' };
    return asking && !onlyTools ? { ...IDLE, status: 'connecting' } : IDLE;
  }

  function tell(): void {
    snapshot = take();
    for (const listener of [...listeners]) listener();
  }

  function save(): void {
    const owner = signedIn && held[signedIn];
    if (owner) writeSaved(storage, toSaved(owner));
    else clearSaved(storage);
    writeTools(
      storage,
      [held.solana, held.evm].flatMap((one) => (one && one !== owner ? toSaved(one) : [])),
    );
  }

  function hold(transport: AnyTransport, choice: WalletChoice, address: string): void {
    const { chain } = transport;
    const before = held[chain];
    // Listening goes on through a change of account: many wallets can't take a new listener while they call one.
    const goesOn = before?.transport === transport;
    if (!goesOn) before?.stopListening();
    const stopListening = goesOn
      ? before.stopListening
      : transport.onAccount((now) => {
          if (now === undefined) release(chain);
          else hold(transport, choice, now);
          tabs.tell();
        });
    const now = { choice, address, stopListening };
    if (transport.chain === 'solana') held.solana = { ...now, transport };
    else held.evm = { ...now, transport };
    if (!onlyTools) signedIn ??= chain;
    save();
    tell();
  }

  const allHeld = (): readonly Held[] => [held.solana, held.evm].filter((one) => one !== undefined);

  /** Lets go of wallets on this page; storage is the caller's. */
  function drop(gone: readonly Held[]): void {
    for (const { stopListening, transport } of gone) {
      stopListening();
      if (transport.chain === signedIn) signedIn = undefined;
      if (transport.chain === 'solana') delete held.solana;
      else delete held.evm;
    }
  }

  /** Lets go of a wallet, and of everything if it is who is signed in. Gives what was let go. */
  function release(chain: WalletChain | undefined): readonly Held[] {
    const all = chain === undefined || chain === signedIn;
    const gone = allHeld().filter((one) => all || one.transport.chain === chain);
    drop(gone);
    save();
    tell();
    return gone;
  }

  async function disconnect(chain?: WalletChain, quietly = false): Promise<void> {
    const gone = release(chain);
    tabs.tell();
    const ended = await Promise.allSettled(
      gone.map(({ transport }) => transport.disconnect(quietly)),
    );
    for (const one of ended)
      if (one.status === 'rejected') throw walletFailure(one.reason, 'wallet-connect-failed');
  }

  /** Brings one stored wallet back, if its transport is here, needs no asking and has the same key. */
  async function bringBack({ address, walletType, transport: kind }: SavedWallet): Promise<void> {
    for (const transport of transports) {
      const choice = transport.choice();
      if (choice?.type !== walletType || choice.transport !== kind || !choice.installed) continue;
      const found = await transport.restore().catch(noted('wallet.restore'));
      if (found === address) {
        hold(transport, choice, found);
        return;
      }
    }
  }

  async function restore(): Promise<void> {
    const owner = readSaved(storage);
    const tools = readTools(storage);
    if (owner) {
      restoring = true;
      tell();
      await bringBack(owner);
    }
    if (signedIn !== undefined || onlyTools) for (const tool of tools) await bringBack(tool);
    restoring = false;
    save();
    tell();
  }

  /** Another tab's user signed in or out: this page follows as far as that needs no asking, and tells nobody. */
  async function follow(): Promise<void> {
    if (!starting) return; // The start reads what is stored.
    await starting;
    const owner = readSaved(storage);
    const stored = [...(owner ? [owner] : []), ...readTools(storage)];
    const gone = allHeld().filter((one) => !stored.some(({ address }) => address === one.address));
    drop(gone);
    tell();
    // The tab that said goodbye told the wallet; here it is only forgotten.
    for (const { transport } of gone)
      void transport.disconnect(true).catch(noted('wallet.disconnect'));
    if (asking || (!owner && !onlyTools)) return;
    for (const wallet of stored) {
      if (!allHeld().some(({ address }) => address === wallet.address)) await bringBack(wallet);
    }
  }

  function start(): Promise<void> {
    starting ??= (async () => {
      for (const transport of transports) transport.onChoice?.(tell);
      tell();
      await restore();
    })();
    return starting;
  }

  function giveUp(): void {
    for (const transport of links) transport.giveUp?.();
  }

  async function ask(transport: AnyTransport, choice: WalletChoice): Promise<{ address: string }> {
    const before = held[transport.chain];
    try {
      const address = await transport.connect();
      asking = undefined;
      hold(transport, choice, address);
      tabs.tell();
      if (before && before.transport !== transport)
        await before.transport.disconnect(true).catch(noted('wallet.disconnect')); // Replaced either way.
      return { address };
    } catch (thrown) {
      asking = undefined;
      tell();
      throw walletFailure(
        thrown,
        choice.transport === 'sandbox' ? 'wallet-connect-failed' : NOT_CONNECTED[choice.type],
        'wallet-connection-declined',
      );
    }
  }

  /** The Solana wallet at work, its failures in the catalogue's words. */
  async function withSolana<T>(
    work: (transport: SolanaTransport) => Promise<T> | undefined,
    failure = (thrown: unknown): LikenessError => walletFailure(thrown, 'transaction-failed'),
  ): Promise<T> {
    if (!held.solana) throw new LikenessError('wallet-not-connected');
    try {
      const asking = work(held.solana.transport);
      if (!asking) throw new Error('the wallet doesn’t answer in this way');
      return await asking;
    } catch (thrown) {
      throw failure(thrown);
    }
  }

  tabs.onTold(() => void follow());

  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    toolsOnly(on) {
      if (on === onlyTools) return;
      onlyTools = on;
      if (on) {
        signedIn = undefined;
        // Before the start, what is stored is still to come back, as a tool.
        if (starting) save();
        tell();
      } else void disconnect(undefined, true).catch(noted('wallet.disconnect')); // The session is forgotten either way.
    },
    async connect(choiceId) {
      const transport = transports.find((one) => one.choice()?.id === choiceId);
      const choice = transport?.choice();
      if (!transport || !choice) throw new LikenessError('wallet-connect-failed', { choiceId });
      if (!choice.installed) throw new LikenessError(NOT_INSTALLED[choice.type]);
      if ((asking && !isAway()) || restoring) throw new LikenessError('wallet-busy');
      if (asking) {
        giveUp();
        await asking.ended;
      }
      const ended = ask(transport, choice);
      // Whoever asked is told how it ended.
      asking = { choiceId, ended: ended.catch(() => undefined) };
      tell();
      return ended;
    },
    disconnect: (chain) => disconnect(chain),
    signTransaction: (transaction) => withSolana((wallet) => wallet.signTransaction(transaction)),
    signAndSend: (transaction) =>
      withSolana((wallet) => wallet.signAndSend?.(transaction), sendingFailure),
    leaveToSign: (transaction, purpose) =>
      withSolana((wallet) => wallet.leaveToSign?.(transaction, purpose)),
    async takeReturn(state, query) {
      await start();
      const transport = links.find((one) => one.takeReturn !== undefined);
      const answer = await transport?.takeReturn?.(state, query);
      const choice = transport?.choice();
      if (!answer || !transport || !choice) throw new LikenessError('wallet-return-unknown');
      if (answer.kind === 'connected') {
        hold(transport, choice, answer.address);
        tabs.tell();
      }
      return answer;
    },
    giveUp,
    leaveAgain: async () => {
      for (const transport of links) await transport.leaveAgain?.();
    },
    signMessage: (message) => withSolana((wallet) => wallet.signMessage(message)),
    ethereum: () => held.evm?.transport.provider,
  };
}

const toHeld = ({ choice, address }: Held) => ({
  choiceId: choice.id,
  address,
  transport: choice.transport,
});

const toSaved = ({ choice, address }: Held): SavedWallet => ({
  address,
  walletType: choice.type,
  transport: choice.transport,
});
