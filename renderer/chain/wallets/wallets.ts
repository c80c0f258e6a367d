import { LikenessError, type ErrorCode } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { createState } from '../../core/subscribable.ts';
import type { AnyTransport, SolanaTransport } from '../../ports/wallet-transport.ts';
import type { WalletChain, WalletChoice, Wallets, WalletSnapshot } from '../../ports/wallets.ts';
import { sendingFailure, walletFailure } from './failures.ts';
import { createHeldWallets, type Held, type HeldWallets } from './held.ts';
import { createWalletRestorer } from './restore.ts';
import type { KeyValue } from './saved.ts';
import type { WalletTabs } from './tabs.ts';

export interface WalletsDeps {
  readonly storage: KeyValue;
  /** In the order in which they are offered. */
  readonly transports: readonly AnyTransport[];
  readonly tabs: WalletTabs;
}

interface Asking {
  readonly choiceId: string;
  /** Resolves when the request has ended, with or without success. */
  readonly ended: Promise<unknown>;
  readonly giveUp: () => void;
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

const toHeld = ({ choice, address }: Held) => ({
  choiceId: choice.id,
  address,
  transport: choice.transport,
});

/** The signed-in wallet, as a snapshot shows it. */
function identity(
  owner: Held | undefined,
  waiting: 'restoring' | 'connecting' | 'idle',
): Pick<WalletSnapshot, 'status' | 'type' | 'address' | 'transport'> {
  if (!owner) return { ...IDLE, status: waiting };
  const { choice, address } = owner;
  return { status: 'connected', type: choice.type, address, transport: choice.transport };
}

/** The calls on the Solana wallet, with their failures mapped to error codes. */
function solanaCalls(
  held: Pick<HeldWallets, 'solana'>,
): Pick<Wallets, 'signTransaction' | 'signAndSend' | 'leaveToSign' | 'signMessage'> {
  async function withSolana<T>(
    work: (transport: SolanaTransport) => Promise<T> | undefined,
    failure = (thrown: unknown): LikenessError => walletFailure(thrown, 'transaction-failed'),
  ): Promise<T> {
    const solana = held.solana();
    if (!solana) throw new LikenessError('wallet-not-connected');
    try {
      const asking = work(solana.transport);
      if (!asking) throw new Error('the wallet doesn’t answer in this way');
      return await asking;
    } catch (thrown) {
      throw failure(thrown);
    }
  }
  return {
    signTransaction: (transaction) => withSolana((wallet) => wallet.signTransaction(transaction)),
    signAndSend: (transaction) =>
      withSolana((wallet) => wallet.signAndSend?.(transaction), sendingFailure),
    leaveToSign: (transaction, purpose) =>
      withSolana((wallet) => wallet.leaveToSign?.(transaction, purpose)),
    signMessage: (message) => withSolana((wallet) => wallet.signMessage(message)),
  };
}

/**
 * The Wallets port, built from its transports. Lightweight: each transport loads its code when it
 * is used.
 */
export function createWalletsFrom({ storage, transports, tabs }: WalletsDeps): Wallets {
  const links = transports.filter((one) => one.chain === 'solana');
  const isAway = (): boolean => links.some((one) => one.isAway?.());
  let asking: Asking | undefined;
  /** What wallets were asked and haven't answered: most take no second question meanwhile. */
  const unanswered = new Map<AnyTransport, Promise<string>>();
  const held = createHeldWallets({ storage, changed: notify, accountChanged: () => tabs.notify() });
  const restorer = createWalletRestorer({
    storage,
    transports,
    held,
    changed: notify,
    isAsking: () => asking !== undefined,
  });
  const state = createState(take());

  function take(): WalletSnapshot {
    const [solana, evm] = [held.solana(), held.evm()];
    const waiting = asking && !held.onlySecondary() ? 'connecting' : 'idle';
    return {
      ...identity(held.owner(), restorer.isRestoring() ? 'restoring' : waiting),
      ...(solana && { solana: { ...toHeld(solana), answers: solana.transport.answers() } }),
      ...(evm && { evm: toHeld(evm) }),
      ...(asking && { asked: asking.choiceId }),
      ...(isAway() && { away: true }),
      choices: transports.flatMap((transport) => transport.choice() ?? []),
    };
  }

  function notify(): void {
    state.set(take());
  }

  async function disconnect(chain?: WalletChain, quietly = false): Promise<void> {
    const gone = held.release(chain);
    tabs.notify();
    const ended = await Promise.allSettled(
      gone.map(({ transport }) => transport.disconnect(quietly)),
    );
    for (const one of ended)
      if (one.status === 'rejected') throw walletFailure(one.reason, 'wallet-connect-failed');
  }

  function giveUp(): void {
    for (const transport of links) transport.giveUp?.();
    asking?.giveUp();
  }

  async function ask(
    transport: AnyTransport,
    choice: WalletChoice,
    givenUp: Promise<never>,
  ): Promise<{ address: string }> {
    const before = transport.chain === 'solana' ? held.solana() : held.evm();
    try {
      const answer =
        unanswered.get(transport) ??
        transport.connect().finally(() => unanswered.delete(transport));
      unanswered.set(transport, answer);
      const address = await Promise.race([answer, givenUp]);
      asking = undefined;
      held.hold(transport, choice, address);
      tabs.notify();
      if (before && before.transport !== transport)
        // It is replaced even if this fails.
        await before.transport.disconnect(true).catch(noted('wallet.disconnect'));
      return { address };
    } catch (thrown) {
      asking = undefined;
      notify();
      throw walletFailure(
        thrown,
        choice.transport === 'sandbox' ? 'wallet-connect-failed' : NOT_CONNECTED[choice.type],
        'wallet-connection-declined',
      );
    }
  }

  tabs.onNotified(() => void restorer.follow());

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    start: () => restorer.start(),
    onlySecondary(on) {
      if (on === held.onlySecondary()) return;
      held.setOnlySecondary(on);
      if (on) {
        // Before `start`, the stored wallets are still to be restored, as secondary ones.
        if (restorer.hasStarted()) held.save();
        notify();
      } else void disconnect(undefined, true).catch(noted('wallet.disconnect')); // Forgotten anyway.
    },
    async connect(choiceId) {
      const transport = transports.find((one) => one.choice()?.id === choiceId);
      const choice = transport?.choice();
      if (!transport || !choice) throw new LikenessError('wallet-connect-failed', { choiceId });
      if (!choice.installed) throw new LikenessError(NOT_INSTALLED[choice.type]);
      if ((asking && !isAway()) || restorer.isRestoring()) throw new LikenessError('wallet-busy');
      if (asking) {
        giveUp();
        await asking.ended;
      }
      let end = (): void => undefined;
      const givenUp = new Promise<never>((_, reject) => {
        end = () => reject(new LikenessError('wallet-given-up'));
      });
      const ended = ask(transport, choice, givenUp);
      // The caller of `ask` gets its error.
      asking = { choiceId, ended: ended.catch(() => undefined), giveUp: end };
      notify();
      return ended;
    },
    disconnect: (chain) => disconnect(chain),
    ...solanaCalls(held),
    async takeReturn(state, query) {
      await restorer.start();
      const transport = links.find((one) => one.takeReturn !== undefined);
      const answer = await transport?.takeReturn?.(state, query);
      const choice = transport?.choice();
      if (!answer || !transport || !choice) throw new LikenessError('wallet-return-unknown');
      if (answer.kind === 'connected') {
        held.hold(transport, choice, answer.address);
        tabs.notify();
      }
      return answer;
    },
    giveUp,
    leaveAgain: async () => {
      for (const transport of links) await transport.leaveAgain?.();
    },
    ethereum: () => held.evm()?.transport.provider,
  };
}
