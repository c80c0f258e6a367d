import type { State } from '../../core/subscribable.ts';
import type { SolanaAnswer } from '../../ports/wallets.ts';

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
export const until = (
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
