import type { Rows, Store } from '../../ports/store.ts';
import type { TaskKind, TaskProgress, TaskRunner, TaskTable } from './task.ts';

export interface Watchers<Row, P extends TaskProgress> extends Pick<
  TaskRunner<Row, P>,
  'report' | 'notify' | 'isWatched' | 'watch'
> {
  /** Reads every watched row again. */
  refresh(): void;
}

interface Watcher {
  readonly notify: () => void;
  readonly refresh: () => Promise<void>;
}

const same = (a: object = {}, b: object = {}): boolean => {
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return one.length === other.size && one.every(([key, value]) => other.get(key) === value);
};

/** Who watches which row, and each row's progress. */
export function createWatchers<T extends TaskTable, P extends TaskProgress>(
  kind: TaskKind<T>,
  store: Store,
  { takeOver, inBackground }: Pick<TaskRunner<Rows[T], P>, 'takeOver' | 'inBackground'>,
): Watchers<Rows[T], P> {
  const progress = new Map<string, P>();
  const watchers = new Map<string, Set<Watcher>>();
  const notify = (id: string): void => {
    for (const watcher of watchers.get(id) ?? []) watcher.notify();
  };

  return {
    notify,
    isWatched: (id) => watchers.has(id),
    report(id, now) {
      if (same(progress.get(id), now)) return;
      progress.set(id, now);
      notify(id);
    },
    watch(id, listener) {
      let latest: Rows[T] | undefined;
      const mine = watchers.get(id) ?? new Set();
      const watcher: Watcher = {
        notify: () => {
          if (latest) listener(latest, progress.get(id));
        },
        async refresh() {
          const row = await store.get(kind.table, id);
          if (!mine.has(watcher) || !row) return;
          const hasChanged = !latest || kind.version(latest) !== kind.version(row);
          latest = row;
          if (hasChanged) watcher.notify();
          if (kind.follow.wants(row)) takeOver(id);
          kind.onWatched?.(row, hasChanged);
        },
      };
      const refresh = (): void => inBackground(id, watcher.refresh());
      watchers.set(id, mine.add(watcher));
      const unwatch = store.watch([kind.table], refresh);
      refresh();
      return () => {
        unwatch();
        mine.delete(watcher);
        if (mine.size === 0) watchers.delete(id);
      };
    },
    refresh() {
      for (const [id, mine] of watchers)
        for (const watcher of mine) inBackground(id, watcher.refresh());
    },
  };
}
