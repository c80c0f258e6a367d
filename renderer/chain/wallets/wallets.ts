import { LikenessError } from '../../core/errors.ts';
import type { WalletChoice, Wallets, WalletSnapshot } from '../../ports/wallets.ts';
import { walletFailure } from './failures.ts';
import { BridgeFeed, type BridgeState } from './feed.ts';
import { onWalletRegistered, PHANTOM, PHANTOM_URL, phantomPresent } from './phantom.ts';
import { clearSaved, type KeyValue, readSaved, restorable, writeSaved } from './saved.ts';

/** What `sandbox/` gives once it is loaded: a registered wallet. */
export interface RegisteredSandboxWallet {
  readonly name: string;
  readonly address: string;
}

export interface WalletsParts {
  readonly storage: KeyValue;
  /** Loads wallet-adapter-react and mounts it; called once, when a wallet is first needed. */
  readonly mountBridge: (feed: BridgeFeed) => Promise<void>;
  /** Loads and registers the sandbox's wallet; left out on real networks. */
  readonly sandboxWallet?: () => Promise<RegisteredSandboxWallet>;
}

const SANDBOX_CHOICE: WalletChoice = { id: 'sandbox', name: 'Sandbox Wallet', type: 'phantom', transport: 'sandbox', installed: true };
const IDLE = { status: 'idle', type: 'none', address: '' } as const;

/**
 * The Wallets port. Light by itself: the adapter, web3.js and the sandbox's wallet are loaded by
 * the first connection, or by a start that has one to restore.
 */
export function createWalletsFrom({ storage, mountBridge, sandboxWallet }: WalletsParts): Wallets {
  const feed = new BridgeFeed();
  const listeners = new Set<() => void>();
  let mounted: Promise<void> | undefined;
  let loadedSandbox: Promise<RegisteredSandboxWallet> | undefined;
  let starting: Promise<void> | undefined;
  let connected: WalletChoice | undefined;
  let snapshot: WalletSnapshot = { ...IDLE, choices: choices() };

  function choices(): readonly WalletChoice[] {
    const phantom: WalletChoice = { id: 'phantom', name: PHANTOM, type: 'phantom', transport: 'extension', installed: phantomPresent(), installUrl: PHANTOM_URL };
    return sandboxWallet ? [SANDBOX_CHOICE, phantom] : [phantom];
  }

  function show(change: Partial<WalletSnapshot>): void {
    snapshot = { ...snapshot, ...change, choices: choices() };
    for (const listener of [...listeners]) listener();
  }

  function forget(): void {
    connected = undefined;
    clearSaved(storage);
    show(IDLE);
  }

  function settle(choice: WalletChoice, address: string): void {
    connected = choice;
    writeSaved(storage, { address, walletType: choice.type, transport: choice.transport });
    show({ status: 'connected', type: choice.type, address });
  }

  /** The wallet's own word: it disconnected, or its account changed. */
  function follow(state: BridgeState): void {
    if (!connected) return;
    if (state.address === undefined) forget();
    else if (state.address !== snapshot.address) settle(connected, state.address);
  }

  async function bridge(): Promise<void> {
    mounted ??= mountBridge(feed).then(() => {
      feed.subscribe(follow);
    });
    try {
      await mounted;
    } catch (thrown) {
      mounted = undefined; // A chunk that failed to load is worth a second try.
      throw thrown;
    }
  }

  const loadSandbox = async (load: () => Promise<RegisteredSandboxWallet>): Promise<RegisteredSandboxWallet> => {
    loadedSandbox ??= load();
    try {
      return await loadedSandbox;
    } catch (thrown) {
      loadedSandbox = undefined;
      throw thrown;
    }
  };

  /** Selects the wallet and connects it; gives its address, or undefined if it would have to ask. */
  async function open(choice: WalletChoice, silently: boolean): Promise<string | undefined> {
    const name = choice.transport === 'sandbox' && sandboxWallet ? (await loadSandbox(sandboxWallet)).name : PHANTOM;
    await bridge();
    const ready = await feed.until((state) => state.installed.includes(name));
    if (ready.selected !== name) ready.select(name);
    const selected = await feed.until((state) => state.selected === name);
    if (silently) {
      if (!(await selected.connectSilently())) return undefined;
    } else await selected.connect();
    return (await feed.until((state) => state.selected === name && state.address !== undefined)).address;
  }

  async function restore(): Promise<void> {
    const saved = readSaved(storage);
    if (!saved) { clearSaved(storage); return; }
    show({ status: 'restoring' });
    try {
      const sandbox = saved.transport === 'sandbox' && sandboxWallet ? (await loadSandbox(sandboxWallet)).address : undefined;
      const which = restorable(saved, { phantom: phantomPresent(), ...(sandbox === undefined ? {} : { sandbox }) });
      const choice = choices().find(({ id }) => id === which);
      const address = choice && (await open(choice, true));
      if (choice && address !== undefined) settle(choice, address);
      else forget();
    } catch {
      forget();
    }
  }

  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      starting ??= (async () => {
        onWalletRegistered(() => show({}));
        show({});
        await restore();
      })();
      return starting;
    },
    async connect(choiceId) {
      const choice = choices().find(({ id }) => id === choiceId);
      if (!choice) throw new LikenessError('wallet-connect-failed', { choiceId });
      if (!choice.installed) throw new LikenessError('phantom-not-installed');
      if (snapshot.status === 'connecting' || snapshot.status === 'restoring') throw new LikenessError('wallet-busy');
      connected = undefined;
      show({ ...IDLE, status: 'connecting' });
      try {
        const address = await open(choice, false);
        if (address === undefined) throw new LikenessError('wallet-connect-failed');
        settle(choice, address);
        return { address };
      } catch (thrown) {
        forget();
        throw walletFailure(thrown, choice.transport === 'sandbox' ? 'wallet-connect-failed' : 'phantom-connect-failed');
      }
    },
    async disconnect() {
      forget();
      try {
        await feed.state?.disconnect();
      } finally {
        feed.state?.select(undefined);
      }
    },
    async signTransaction(transaction) {
      const { state } = feed;
      if (!connected || state?.address === undefined) throw new LikenessError('wallet-not-connected');
      try {
        return await state.signTransaction(transaction);
      } catch (thrown) {
        throw walletFailure(thrown, 'transaction-failed');
      }
    },
  };
}
