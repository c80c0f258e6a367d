/** A value that its owner changes, and that screens and services read and follow. */
export interface Subscribable<T> {
  readonly snapshot: () => T;
  /** Calls the listener after each change; returns what stops that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** What a prerendered page shows; the same as `snapshot` if left out. */
  readonly initial?: () => T;
}

/** The owner's side of the value. */
export interface State<T> extends Subscribable<T> {
  /** An equal value (`Object.is`) isn't a change. */
  readonly set: (next: T) => void;
  readonly update: (change: (value: T) => T) => void;
}

export function createState<T>(initial: T): State<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: T): void => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    snapshot: () => value,
    initial: () => initial,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set,
    update: (change) => set(change(value)),
  };
}
