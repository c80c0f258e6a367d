import type { Clock } from '../../renderer/ports/clock.ts';

/** Runs every promise that can continue without time passing. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A clock that stands still until the test advances it. */
export class VirtualClock {
  time: number;
  #timers: { readonly at: number; readonly wake: () => void }[] = [];

  constructor(time = Date.UTC(2026, 10, 1)) {
    this.time = time;
  }

  readonly clock: Clock = {
    now: () => this.time,
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          this.#timers = this.#timers.filter((one) => one !== timer);
          reject(signal?.reason as Error);
        };
        const timer = {
          at: this.time + milliseconds,
          wake: () => {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        if (signal?.aborted) abort();
        else {
          this.#timers.push(timer);
          signal?.addEventListener('abort', abort, { once: true });
        }
      }),
  };

  /**
   * Runs every timer due within that time, in order, letting each finish its work. Pending work
   * runs first.
   */
  async pass(milliseconds: number): Promise<void> {
    await settle();
    const until = this.time + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.time = Math.max(this.time, next.at);
      next.wake();
      await settle();
    }
    this.time = until;
    await settle();
  }
}
