import { useSyncExternalStore } from 'react';

/** A value that services change and views, or other services, watch. */
export interface Watched<T> {
  readonly snapshot: () => T;
  readonly subscribe: (listener: () => void) => () => void;
  /** What a prerendered page shows; the same as `snapshot` if left out. */
  readonly initial?: () => T;
}

export interface Observable<T> extends Watched<T> {
  set(next: T): void;
  update(change: (value: T) => T): void;
}

export function observable<T>(initial: T): Observable<T> {
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

export const useWatched = <T>(watched: Watched<T>): T =>
  useSyncExternalStore(watched.subscribe, watched.snapshot, watched.initial ?? watched.snapshot);
