/** A pause that work waits for between two of its steps. */
export interface Gate {
  /** Resolves at once, or when the pause ends. */
  readonly turn: () => Promise<void>;
  readonly hold: () => void;
  readonly go: () => void;
}

export const createGate = (): Gate => {
  let waiting: Promise<void> = Promise.resolve();
  let open = (): void => undefined;
  return {
    turn: () => waiting,
    hold: () => void (waiting = new Promise((resolve) => (open = resolve))),
    go: () => open(),
  };
};
