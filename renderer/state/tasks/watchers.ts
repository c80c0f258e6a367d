import type { Rows, Store } from '../../ports/store.ts';
import type { TaskBoard } from './board.ts';
import type { TaskKind, TaskProgress, TaskRunner, TaskTable } from './task.ts';

export interface Watchers<Row, P extends TaskProgress> extends Pick<TaskRunner<Row, P>, 'watch'> {
  /** Reads every watched row again. */
  refresh(): void;
}

/** Reads the watched rows, notifies who watches, and takes up what they need. */
export function createWatchers<T extends TaskTable, P extends TaskProgress>(
  kind: TaskKind<T>,
  store: Store,
  board: TaskBoard<P>,
  { takeOver, inBackground }: Pick<TaskRunner<Rows[T], P>, 'takeOver' | 'inBackground'>,
): Watchers<Rows[T], P> {
  const refreshes = new Set<() => void>();

  return {
    watch(id, listener) {
      let latest: Rows[T] | undefined;
      let isWatching = true;
      const show = (): void => {
        if (latest) listener(latest, board.progressOf(id));
      };
      const read = async (): Promise<void> => {
        const row = await store.get(kind.table, id);
        if (!isWatching || !row) return;
        const hasChanged = !latest || kind.version(latest) !== kind.version(row);
        latest = row;
        if (hasChanged) show();
        if (kind.follow.wants(row)) takeOver(id);
        if (kind.whileWatched?.wants(row)) takeOver(id, kind.whileWatched);
        if (hasChanged && kind.onSeen) inBackground(id, kind.onSeen(row));
      };
      const refresh = (): void => inBackground(id, read());
      refreshes.add(refresh);
      const leave = board.watch(id, show);
      const unwatch = store.watch([kind.table], refresh);
      refresh();
      return () => {
        isWatching = false;
        unwatch();
        leave();
        refreshes.delete(refresh);
      };
    },
    refresh() {
      for (const refresh of refreshes) refresh();
    },
  };
}
