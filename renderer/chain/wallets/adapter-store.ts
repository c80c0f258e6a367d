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
 * the bridge publishes states here, and the port reads and awaits them.
 */
export class AdapterStore {
  #state: AdapterState | undefined;
  readonly #listeners = new Set<(state: AdapterState) => void>();

  get state(): AdapterState | undefined {
    return this.#state;
  }

  publish(state: AdapterState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener(state);
  }

  subscribe(listener: (state: AdapterState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves with the first state that satisfies `wanted`.
   * @throws Error if none comes within five seconds
   */
  until(wanted: (state: AdapterState) => boolean): Promise<AdapterState> {
    if (this.#state && wanted(this.#state)) return Promise.resolve(this.#state);
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        stop();
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error('the wallet didn’t come up in time'));
      }, TIMEOUT_MS);
      const stop = this.subscribe((state) => {
        if (!wanted(state)) return;
        done();
        resolve(state);
      });
    });
  }
}
