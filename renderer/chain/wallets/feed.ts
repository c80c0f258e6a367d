import type { SolanaAnswer } from '../../ports/wallets.ts';

/** What the mounted bridge says of the wallet adapter, anew after each of its renders. */
export interface BridgeState {
  /** Names of the wallets that are there. */
  readonly installed: readonly string[];
  readonly selected: string | undefined;
  /** Address of the connected account. */
  readonly address: string | undefined;
  select(name: string | undefined): void;
  /** Asks the user. */
  connect(): Promise<void>;
  /** Connects only if that needs no asking. Gives whether it did. */
  connectSilently(): Promise<boolean>;
  disconnect(): Promise<void>;
  /** Of the selected wallet. */
  readonly answers: SolanaAnswer;
  /** Wire bytes in and out. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  /** Gives the signature, base58. */
  signAndSend(transaction: Uint8Array): Promise<string>;
  /** Gives the signature, 64 bytes. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

const PATIENCE_MS = 5_000;

/**
 * Between the Wallets port, which is called, and the adapter's React provider, which renders:
 * the bridge publishes here, the port reads and waits.
 */
export class BridgeFeed {
  #state: BridgeState | undefined;
  readonly #listeners = new Set<(state: BridgeState) => void>();

  get state(): BridgeState | undefined {
    return this.#state;
  }

  publish(state: BridgeState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener(state);
  }

  subscribe(listener: (state: BridgeState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The first state that satisfies `wanted`. @throws Error when none comes in five seconds */
  until(wanted: (state: BridgeState) => boolean): Promise<BridgeState> {
    if (this.#state && wanted(this.#state)) return Promise.resolve(this.#state);
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        stop();
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error('the wallet didn’t come up in time'));
      }, PATIENCE_MS);
      const stop = this.subscribe((state) => {
        if (!wanted(state)) return;
        done();
        resolve(state);
      });
    });
  }
}
