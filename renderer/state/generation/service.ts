import { isOpen, photosOf, type Batch } from '../../core/batches.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { createState } from '../../core/subscribable.ts';
import { randomId } from '../random.ts';
import { createJournal } from '../tasks/journal.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import { beginBatch, photoLock, requestFor } from './begin.ts';
import type { Generation, GenerationDeps, RenderProgress } from './contract.ts';
import { followBatch } from './follow.ts';
import { cancel, isWaiting, pause, proceed } from './journal.ts';
import { beginRepaint, restorePhoto } from './repaint.ts';

/** Milliseconds before a picture is tried again if even its failure couldn't be stored. */
const RETRY_MS = 10_000;

export function createGeneration(deps: GenerationDeps): Generation {
  const { store, locks, clock } = deps;
  const journal = createJournal(store, 'batches');
  const renderProgress = createState<RenderProgress>(new Map());
  /** One photo after the other, so that two of their locks are never held at once. */
  const release = (batch: Batch, inner = locks): Promise<void> =>
    // A batch that begins claims its photos before they are released.
    inner.exclusive(`credits:${batch.profileId}`, async (locks) => {
      for (const draftId of photosOf(batch))
        await locks.exclusive(photoLock(draftId), () => deps.drafts().release(draftId));
    });
  const show = (id: string, now?: { readonly uid: string; readonly done: number }): void =>
    renderProgress.update((before) => {
      const after = new Map(before);
      if (now) after.set(id, now);
      else after.delete(id);
      return after;
    });
  const report = (id: string, uid: string, done: number): void => show(id, { uid, done });
  const runner = createTaskRunner<'batches'>(
    {
      table: 'batches',
      follow: {
        name: 'follow',
        lock: ({ id }) => `batch:${id}`,
        wants: ({ state, items }) => state === 'running' && items.some(isWaiting),
        ended: (batch, inner) => (isOpen(batch) ? undefined : release(batch, inner)),
        interval: () => RETRY_MS,
        run(id, { signal, drop }) {
          // Cancelled or paused, here or in another tab: the current picture is dropped at once.
          const unwatchBatches = store.watch(['batches'], () => {
            journal
              .read(id)
              .then((batch) => batch?.state === 'running' || drop(), noted('batches.run'));
          });
          return {
            step: followBatch({ ...deps, journal, report }, signal),
            leave() {
              unwatchBatches();
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
    },
    deps,
  );
  let unwatch: (() => void) | undefined;

  const generation: Generation = {
    snapshot: renderProgress.snapshot,
    subscribe: renderProgress.subscribe,

    async start(request, scope) {
      await deps.drafts().flush();
      const batch = await beginBatch(randomId(deps.random), request, scope, deps);
      runner.takeOver(batch.id);
      return batch;
    },

    async startForOrder(order) {
      const id = `order:${order.id}`;
      const existing = await journal.read(id);
      if (existing) return existing;
      const { draftId, state } = order;
      if (state.kind !== 'finalized' || state.refund || draftId === undefined) return undefined;
      await deps.drafts().flush();
      const draft = await store.get('drafts', draftId);
      if (!draft || draft.batchIds?.length) return undefined;
      const batch = await beginBatch(id, await requestFor(order, draft, deps), order, deps);
      runner.takeOver(batch.id);
      return batch;
    },

    resume: (genesis) =>
      runner.resume(genesis, async (batches, signal) => {
        unwatch?.();
        unwatch = store.watch(['orders'], () => {
          // The next start tries again.
          if (!signal.aborted) startPaid(genesis).catch(noted('batches.paid'));
        });
        for (const batch of batches) if (!isOpen(batch)) await release(batch);
        await startPaid(genesis);
      }),

    async repaint(request) {
      const batch = await beginRepaint(request, deps);
      runner.takeOver(batch.id);
      return batch;
    },

    restorePhoto: (uid, draftId) => restorePhoto(uid, draftId, deps),

    async cancel(batchId) {
      await journal.record(batchId, cancel(clock.now()));
      runner.stop(batchId);
      const batch = await journal.read(batchId);
      if (batch) await release(batch);
    },

    async pause(batchId) {
      await journal.record(batchId, pause());
      runner.stop(batchId);
    },

    async proceed(batchId) {
      await journal.record(batchId, proceed);
      runner.takeOver(batchId);
    },
  };

  async function startPaid(genesis: string): Promise<void> {
    for (const order of await store.listAll('orders', genesis)) {
      await generation.startForOrder(order).catch((thrown: unknown) => {
        // The photo may be gone by now, or its style may need a larger plan: the credits remain.
        if (errorCode(thrown).startsWith('storage-')) throw thrown;
      });
    }
  }
  return generation;
}
