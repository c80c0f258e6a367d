/** A pause that work waits for between two of its steps. */
export interface Gate {
  /** Resolves at once, or when the pause ends. */
  readonly turn: () => Promise<void>;
  /** Begins the pause. During one it does nothing. */
  readonly hold: () => void;
  /** Ends the pause. */
  readonly go: () => void;
}

export const createGate = (): Gate => {
  let waiting: Promise<void> = Promise.resolve();
  let open: (() => void) | undefined;
  return {
    turn: () => waiting,
    hold() {
      if (!open) waiting = new Promise((resolve) => (open = resolve));
    },
    go() {
      open?.();
      open = undefined;
    },
  };
};
