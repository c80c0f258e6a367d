import { isOpen, type Batch } from '../../core/batches.ts';
import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { State } from '../../core/subscribable.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Journal } from '../tasks/journal.ts';
import type { TaskKind } from '../tasks/task.ts';
import { claimPhotos } from './begin.ts';
import type { GenerationDeps, RenderProgress } from './contract.ts';
import { followBatch } from './follow.ts';
import { isWaiting } from './journal.ts';

export interface BatchTaskDeps extends GenerationDeps {
  readonly journal: Journal<Batch>;
  readonly renderProgress: State<RenderProgress>;
  /** Releases a batch's photos. The caller holds the batch's lock. */
  readonly release: (batch: Batch, locks: Locks) => Promise<void>;
}

/** Milliseconds before a picture is tried again if even its failure couldn't be stored. */
const RETRY_MS = 10_000;

/** A batch as a task of the runner: its pictures are finished one after the other. */
export function batchTask({
  renderProgress,
  release,
  ...deps
}: BatchTaskDeps): TaskKind<'batches'> {
  const { store, journal } = deps;
  const show = (id: string, now?: { readonly uid: string; readonly done: number }): void =>
    renderProgress.update((before) => {
      const after = new Map(before);
      if (now) after.set(id, now);
      else after.delete(id);
      return after;
    });
  const report = (id: string, uid: string, done: number): void => show(id, { uid, done });

  return {
    table: 'batches',
    follow: {
      name: 'follow',
      lock: ({ id }) => `batch:${id}`,
      wants: ({ state, items }) => state === 'running' && items.some(isWaiting),
      async recover(batch, locks) {
        await claimPhotos(batch, store, locks);
        return batch;
      },
      ended: (batch, locks) => (isOpen(batch) ? undefined : release(batch, locks)),
      interval: () => RETRY_MS,
      run(id, { signal, drop }) {
        // Cancelled or paused, here or in another tab: the current picture is dropped at once.
        const unwatch = store.watch(['batches'], () => {
          journal
            .read(id)
            .then((batch) => batch?.state === 'running' || drop(), noted('batches.run'));
        });
        return {
          step: followBatch({ ...deps, report }, signal),
          leave() {
            unwatch();
            show(id);
          },
        };
      },
    },
    isOpen: ({ state }) => state === 'running',
    isAnswered: isOpen,
    version: ({ state, items }) => `${state} ${String(items.filter(isWaiting).length)}`,
    unknown: (batch) => new LikenessError('unexpected', { batch }),
    busy: (batch) => new LikenessError('unexpected', { batch }),
  };
}
