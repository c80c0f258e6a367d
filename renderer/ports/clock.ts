/** Time, handed in so that tests can turn it. */
export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves after that many milliseconds; rejects with the signal's reason when it aborts. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
