import type { TaskProgress } from './task.ts';

/** Each row's progress, which isn't stored, and who watches it. */
export interface TaskBoard<P extends TaskProgress> {
  readonly report: (id: string, progress: P) => void;
  readonly progressOf: (id: string) => P | undefined;
  /** Notifies the watchers of something that is neither in the row nor in its progress. */
  readonly notify: (id: string) => void;
  readonly isWatched: (id: string) => boolean;
  /** Calls back when there is something new to show. */
  readonly watch: (id: string, listener: () => void) => () => void;
}

const same = (a: object = {}, b: object = {}): boolean => {
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return one.length === other.size && one.every(([key, value]) => other.get(key) === value);
};

export function createTaskBoard<P extends TaskProgress>(): TaskBoard<P> {
  const progress = new Map<string, P>();
  const watchers = new Map<string, Set<() => void>>();
  const notify = (id: string): void => {
    for (const show of watchers.get(id) ?? []) show();
  };
  return {
    report(id, now) {
      if (same(progress.get(id), now)) return;
      progress.set(id, now);
      notify(id);
    },
    progressOf: (id) => progress.get(id),
    notify,
    isWatched: (id) => watchers.has(id),
    watch(id, listener) {
      const mine = watchers.get(id) ?? new Set();
      watchers.set(id, mine.add(listener));
      return () => {
        mine.delete(listener);
        if (mine.size === 0) watchers.delete(id);
      };
    },
  };
}
