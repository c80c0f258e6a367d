/** Calls back after `ms` milliseconds. Returns a function that cancels. */
export type After = (ms: number, run: () => void) => () => void;

/** A timer for each photo that is shown. */
export interface Expiries {
  /** With `ms` of 0 or less, as soon as possible. */
  set(draftId: string, ms: number): void;
  cancel(draftId: string): void;
  cancelAll(): void;
}

export function createExpiries(after: After, expire: (draftId: string) => void): Expiries {
  const timers = new Map<string, () => void>();
  const cancel = (draftId: string): void => {
    timers.get(draftId)?.();
    timers.delete(draftId);
  };
  return {
    set(draftId, ms) {
      timers.set(
        draftId,
        after(Math.max(0, ms), () => expire(draftId)),
      );
    },
    cancel,
    cancelAll: () => [...timers.keys()].forEach(cancel),
  };
}
