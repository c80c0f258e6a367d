import type { State } from '../../core/subscribable.ts';
import type { SolanaTransport } from '../../ports/wallet-transport.ts';
import type { SolanaAnswer, WalletChoice } from '../../ports/wallets.ts';

/** The wallet adapter's state, published by the mounted bridge after each render. */
export interface AdapterState {
  /** Names of the installed wallets. */
  readonly installed: readonly string[];
  readonly selected: string | undefined;
  /** Address of the connected account. */
  readonly address: string | undefined;
  select(name: string | undefined): void;
  /** Asks the user. */
  connect(): Promise<void>;
  /** Connects only if no question to the user is needed. Resolves with whether it did. */
  connectSilently(): Promise<boolean>;
  disconnect(): Promise<void>;
  /** How the selected wallet answers. */
  readonly answers: SolanaAnswer;
  /** Takes and returns wire bytes. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /** Resolves with the signature, base58. */
  signAndSend(transaction: Uint8Array): Promise<string>;
  /** Resolves with the signature, 64 bytes. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

const TIMEOUT_MS = 5_000;

/**
 * Connects the Wallets port, which makes calls, with the adapter's React provider, which renders:
 * the bridge sets the state, and the port reads and awaits it.
 */
export type AdapterStore = State<AdapterState | undefined>;

/**
 * Resolves with the first state that satisfies `wanted`.
 * @throws Error if none comes within five seconds
 */
const until = (
  adapters: AdapterStore,
  wanted: (state: AdapterState) => boolean,
): Promise<AdapterState> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      const state = adapters.snapshot();
      if (!state || !wanted(state)) return;
      done();
      resolve(state);
    };
    const done = (): void => {
      clearTimeout(timer);
      stop();
    };
    const timer = setTimeout(() => {
      done();
      reject(new Error('the wallet didn’t come up in time'));
    }, TIMEOUT_MS);
    const stop = adapters.subscribe(look);
    look();
  });

export interface AdapterTransportDeps {
  readonly adapters: AdapterStore;
  /** Loads wallet-adapter-react and mounts it, once. */
  readonly mount: () => Promise<void>;
  /** The adapter's name. */
  readonly name: string;
  readonly choice: () => WalletChoice | undefined;
  readonly onChoice?: (listener: () => void) => () => void;
  /** Loads whatever the adapter needs before it can be found. */
  readonly prepare?: () => Promise<void>;
}

/** A wallet through wallet-adapter-react, whether it registered itself or was injected. */
export function createAdapterTransport({
  adapters,
  mount,
  name,
  choice,
  onChoice,
  prepare,
}: AdapterTransportDeps): SolanaTransport {
  const isOurs = (state: AdapterState): boolean => state.selected === name;

  async function select(): Promise<AdapterState> {
    await prepare?.();
    await mount();
    const ready = await until(adapters, (state) => state.installed.includes(name));
    if (!isOurs(ready)) ready.select(name);
    return until(adapters, isOurs);
  }

  async function connectedAddress(): Promise<string> {
    const { address } = await until(
      adapters,
      (state) => isOurs(state) && state.address !== undefined,
    );
    if (address === undefined) throw new Error('the adapter connected without an account');
    return address;
  }

  function connected(): AdapterState {
    const state = adapters.snapshot();
    if (!state || !isOurs(state) || state.address === undefined)
      throw new Error('the adapter isn’t connected');
    return state;
  }

  return {
    chain: 'solana',
    choice,
    ...(onChoice && { onChoice }),
    async connect() {
      await (await select()).connect();
      return connectedAddress();
    },
    async restore() {
      return (await (await select()).connectSilently()) ? connectedAddress() : undefined;
    },
    async disconnect() {
      const state = adapters.snapshot();
      if (!state || !isOurs(state)) return;
      try {
        await state.disconnect();
      } finally {
        adapters.snapshot()?.select(undefined);
      }
    },
    onAccount: (listener) => {
      let known = adapters.snapshot()?.address;
      return adapters.subscribe(() => {
        const state = adapters.snapshot();
        const address = state && isOurs(state) ? state.address : undefined;
        if (address === known) return;
        known = address;
        listener(address);
      });
    },
    answers: () => connected().answers,
    signTransaction: async (transaction) => connected().signTransaction(transaction),
    signAndSend: async (transaction) => connected().signAndSend(transaction),
    signMessage: async (message) => connected().signMessage(message),
  };
}
