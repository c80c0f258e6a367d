import type { Clock } from '../ports/clock.ts';

/** The device's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- an abort rejects with the signal's own reason
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, milliseconds);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    }),
};
