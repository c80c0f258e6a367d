import type { Batch } from '../../core/batches.ts';
import { DEFAULT_BATCH_SIZE } from '../../core/constants.ts';
import { sumCredits } from '../../core/credits.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import type { LockName } from '../../core/lock-order.ts';
import { noted } from '../../core/log/log.ts';
import type { Scope } from '../../core/scope.ts';
import { observable } from '../observable.ts';
import { randomId } from '../random.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import type { BatchRequest, Generation, GenerationDeps, RenderProgress } from './contract.ts';
import { cancel, createBatchJournal, isOpen, pause, proceed, reserve } from './journal.ts';
import { planItems } from './plan.ts';
import { batchTask } from './task.ts';

const photoLock = (draftId: string): LockName => `photo:${draftId}`;

export function createGeneration(deps: GenerationDeps): Generation {
  const { store, engine, locks, clock, random } = deps;
  const journal = createBatchJournal(store);
  const renderProgress = observable<RenderProgress>(new Map());
  const releaseDraft = (draftId: string, inner = locks): Promise<void> =>
    inner.exclusive(photoLock(draftId), () => deps.releaseDraft(draftId));
  const runner = createTaskRunner(
    batchTask({ ...deps, release: releaseDraft, journal, renderProgress }),
    deps,
  );
  let unwatch: (() => void) | undefined;

  const namesOf = async (scope: Scope): Promise<string[]> => {
    const [avatars, batches] = await Promise.all([
      store.list('avatars', scope),
      store.list('batches', scope),
    ]);
    return [
      ...avatars.map(({ name }) => name),
      ...batches.filter(isOpen).flatMap(({ items }) => items.map(({ name }) => name)),
    ];
  };

  /** Two tabs, or a payment and a click, never spend the same credits: one begins after the other. */
  const begin = (
    id: string,
    request: Omit<BatchRequest, 'count'> & { count: number | 'default' },
    scope: Scope,
  ): Promise<Batch> =>
    locks.exclusive(`credits:${scope.profileId}`, async (locks) => {
      const existing = await journal.read(id);
      if (existing) return existing;
      const [orders, ledger] = await Promise.all([
        store.list('orders', scope),
        store.list('ledger', scope),
      ]);
      const { available } = sumCredits(orders, ledger);
      const count =
        request.count === 'default' ? Math.min(DEFAULT_BATCH_SIZE, available) : request.count;
      if (!Number.isInteger(count) || count < 1 || count > available)
        throw new LikenessError('credits-too-few', { available });
      return locks.exclusive(photoLock(request.draftId), () =>
        plan(id, { ...request, count }, scope),
      );
    });

  /** With the photo's lock held: a batch that ends meanwhile doesn't take the photo along. */
  const plan = async (id: string, request: BatchRequest, scope: Scope): Promise<Batch> => {
    const { count } = request;
    const draft = await store.get('drafts', request.draftId);
    if (!draft) throw new LikenessError('photo-expired');
    const { version } = await engine();
    const batch: Batch = {
      profileId: scope.profileId,
      genesis: scope.genesis,
      id,
      draftId: draft.id,
      // A larger one than the photo has the detail for would only be blown up.
      size: draft.maxSize === 1024 ? 1024 : (request.size ?? 1024),
      state: 'running',
      items: planItems({
        choices: draft,
        count,
        styles: request.styles?.length ? request.styles : [draft.style],
        backgrounds: request.backgrounds?.length ? request.backgrounds : [draft.background],
        engineVersion: version,
        firstAvatarId: await store.nextAvatarIds(count),
        names: await namesOf(scope),
        random,
      }),
      createdAt: clock.now(),
    };
    await store.update('drafts', draft.id, (row) => {
      // Throwing abandons the transaction: nothing is reserved for a photo that has just gone.
      if (!row) throw new LikenessError('photo-expired');
      return [
        ...reserve(batch),
        { table: 'drafts', put: { ...row, batchIds: [...(row.batchIds ?? []), id] } },
      ];
    });
    return batch;
  };

  const generation: Generation = {
    snapshot: renderProgress.snapshot,
    subscribe: renderProgress.subscribe,

    async start(request, scope) {
      const batch = await begin(randomId(random), request, scope);
      runner.takeOver(batch.id);
      return batch;
    },

    async startForOrder(order) {
      const id = `order:${order.id}`;
      const existing = await journal.read(id);
      if (existing) return existing;
      const draft =
        order.draftId === undefined ? undefined : await store.get('drafts', order.draftId);
      if (order.state.kind !== 'finalized' || !draft || draft.batchIds?.length) return undefined;
      const batch = await begin(
        id,
        { draftId: draft.id, count: 'default', size: deps.size() },
        order,
      );
      runner.takeOver(batch.id);
      return batch;
    },

    resume: (genesis) =>
      runner.resume(genesis, async (batches, signal) => {
        unwatch?.();
        unwatch = store.watch(['orders'], () => {
          if (!signal.aborted) startPaid(genesis).catch(noted('batches.paid')); // The next start tries again.
        });
        for (const batch of batches) if (!isOpen(batch)) await releaseDraft(batch.draftId);
        await startPaid(genesis);
      }),

    async cancel(batchId) {
      await journal.record(batchId, cancel(clock.now()));
      runner.stop(batchId);
      const batch = await journal.read(batchId);
      if (batch) await releaseDraft(batch.draftId);
    },

    async pause(batchId) {
      await journal.record(batchId, pause());
      runner.stop(batchId);
    },

    async proceed(batchId) {
      await journal.record(batchId, proceed);
      runner.takeOver(batchId);
    },

    close() {
      unwatch?.();
      runner.close();
    },
  };

  async function startPaid(genesis: string): Promise<void> {
    for (const order of await store.listAll('orders', genesis)) {
      await generation.startForOrder(order).catch((thrown: unknown) => {
        // The photo may be gone meanwhile: the credits wait.
        if (errorCode(thrown).startsWith('storage-')) throw thrown;
      });
    }
  }
  return generation;
}
