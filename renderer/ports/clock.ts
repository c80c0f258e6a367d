/** Time as a dependency, so that tests can control it. */
export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves after the given milliseconds. Rejects with the signal's reason when it aborts. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
