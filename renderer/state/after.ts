/** Runs something after that many milliseconds. Returns a function that cancels. */
export type After = (ms: number, run: () => void) => () => void;

export const afterTimeout: After = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Milliseconds after which the clock is looked at again. */
const LOOK_EVERY_MS = 60_000;

/**
 * As `after`, but counts the time that the device is asleep, too: a timer may stand still then. If
 * the clock is set back, the timer counts.
 */
export const countingSleep =
  (after: After, now: () => number): After =>
  (ms, run) => {
    const due = now() + ms;
    let cancel = (): void => undefined;
    const wait = (left: number): void => {
      const piece = Math.min(left, LOOK_EVERY_MS);
      cancel = after(piece, () => {
        const next = Math.min(left - piece, due - now());
        if (next > 0) wait(next);
        else run();
      });
    };
    wait(ms);
    return () => cancel();
  };
