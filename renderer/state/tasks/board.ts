import type { TaskProgress } from './task.ts';

export type TaskBoard<P extends TaskProgress> = ReturnType<typeof createTaskBoard<P>>;

const same = (a: object = {}, b: object = {}): boolean => {
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return one.length === other.size && one.every(([key, value]) => other.get(key) === value);
};

/** Each row's progress, which isn't stored, and who watches it. */
export function createTaskBoard<P extends TaskProgress>() {
  const progress = new Map<string, P>();
  const watchers = new Map<string, Set<() => void>>();
  /** Notifies the watchers of something that is neither in the row nor in its progress. */
  const notify = (id: string): void => {
    for (const show of watchers.get(id) ?? []) show();
  };
  return {
    report(id: string, now: P) {
      if (same(progress.get(id), now)) return;
      progress.set(id, now);
      notify(id);
    },
    progressOf: (id: string) => progress.get(id),
    notify,
    isWatched: (id: string) => watchers.has(id),
    /** Calls back when there is something new to show. */
    watch(id: string, listener: () => void) {
      const mine = watchers.get(id) ?? new Set();
      watchers.set(id, mine.add(listener));
      return () => {
        mine.delete(listener);
        if (mine.size === 0) watchers.delete(id);
      };
    },
  };
}
