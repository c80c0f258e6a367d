import type { AvatarSize } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import { DEFAULT_BATCH_SIZE } from '../../core/constants.ts';
import { sumCredits } from '../../core/credits.ts';
import { LikenessError } from '../../core/errors.ts';
import type { BackgroundId, StyleId } from '../../core/looks.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Scope } from '../../core/scope.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Store } from '../../ports/store.ts';
import type { Sittings } from '../drafts/sittings.ts';
import { observable, type Watched } from '../observable.ts';
import { randomId } from '../random.ts';
import { developBatch } from './develop.ts';
import { planItems } from './plan.ts';
import { cancel, isOpen, pause, proceed, reserve } from './transitions.ts';

export interface Wish {
  readonly draftId: string;
  readonly count: number;
  /** The draft's own style when missing. */
  readonly styles?: readonly StyleId[];
  readonly backgrounds?: readonly BackgroundId[];
  readonly size?: AvatarSize;
}

/** The picture that is being made in this tab, by batch: its uid and how far it is, 0 to 1. */
export type Developing = ReadonlyMap<string, { readonly uid: string; readonly done: number }>;

export interface Generation extends Watched<Developing> {
  /** @throws LikenessError 'credits-too-few' | 'photo-expired' | storage-* */
  start(wish: Wish, scope: Scope): Promise<Batch>;
  /**
   * A paid order's draft becomes a batch, once: repeated calls give the first one. Undefined
   * without a draft, or when a batch of the draft was begun by hand: the credits wait.
   */
  startForOrder(order: Order): Promise<Batch | undefined>;
  /** Goes on with every batch of the chain that is running, and with the paid orders. */
  resume(genesis: string): Promise<void>;
  cancel(batchId: string): Promise<void>;
  pause(batchId: string): Promise<void>;
  proceed(batchId: string): Promise<void>;
}

export interface GenerationParts {
  readonly store: Store;
  readonly engine: () => Promise<Engine>;
  readonly sittings: Sittings;
  /** Deletes the photo when no other batch needs it. */
  readonly releaseDraft: (draftId: string) => Promise<void>;
  readonly locks: Locks;
  /** What was chosen last: a batch that a payment starts is of this size, as far as the photo has the detail. */
  readonly size: () => AvatarSize;
  readonly now: () => number;
  /** Unsigned 32-bit. */
  readonly random: () => number;
}

export function createGeneration(parts: GenerationParts): Generation {
  const { store, engine, locks, now, random } = parts;
  const developing = observable<Developing>(new Map());
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>();

  /** Develops in the background; a second call for the same batch joins the first. */
  const run = (batchId: string): Promise<void> => {
    const already = running.get(batchId);
    if (already) return already.ended;
    const abort = new AbortController();
    const report = (uid: string | undefined, done: number): void =>
      developing.update((before) => {
        const after = new Map(before);
        if (uid === undefined) after.delete(batchId);
        else after.set(batchId, { uid, done });
        return after;
      });
    const unwatch = store.watch(['batches'], () => {
      // Cancelled or paused, here or in another tab: the picture in the works is dropped at once.
      store.get('batches', batchId).then(
        (batch) => batch?.state === 'running' || abort.abort(),
        () => undefined,
      );
    });
    const ended = locks
      .exclusive(`batch:${batchId}`, () => developBatch(parts, batchId, abort.signal, report))
      .finally(() => {
        unwatch();
        running.delete(batchId);
        report(undefined, 0);
      });
    running.set(batchId, { abort, ended });
    return ended;
  };
  const inBackground = (batchId: string): void => {
    // What failed is in the batch itself; storage that is gone is tried again at the next start.
    run(batchId).catch(() => undefined);
  };

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
    wish: Omit<Wish, 'count'> & { count: number | 'default' },
    scope: Scope,
  ): Promise<Batch> =>
    locks.exclusive(`credits:${scope.profileId}`, async () => {
      const existing = await store.get('batches', id);
      if (existing) return existing;
      const { available } = sumCredits(await store.list('ledger', scope));
      const count = wish.count === 'default' ? Math.min(DEFAULT_BATCH_SIZE, available) : wish.count;
      if (!Number.isInteger(count) || count < 1 || count > available)
        throw new LikenessError('credits-too-few', { available });
      const draft = await store.get('drafts', wish.draftId);
      if (!draft) throw new LikenessError('photo-expired');
      const { version } = await engine();
      const batch: Batch = {
        profileId: scope.profileId,
        genesis: scope.genesis,
        id,
        draftId: draft.id,
        // A larger one than the photo has the detail for would only be blown up.
        size: draft.maxSize === 1024 ? 1024 : (wish.size ?? 1024),
        state: 'running',
        items: planItems({
          choices: draft,
          count,
          styles: wish.styles?.length ? wish.styles : [draft.style],
          backgrounds: wish.backgrounds?.length ? wish.backgrounds : [draft.background],
          engineVersion: version,
          firstAvatarId: await store.nextAvatarIds(count),
          names: await namesOf(scope),
          random,
        }),
        createdAt: now(),
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
    });

  const generation: Generation = {
    snapshot: developing.snapshot,
    subscribe: developing.subscribe,

    async start(wish, scope) {
      const batch = await begin(randomId(random), wish, scope);
      inBackground(batch.id);
      return batch;
    },

    async startForOrder(order) {
      const id = `order:${order.id}`;
      const existing = await store.get('batches', id);
      if (existing) return existing;
      const draft =
        order.draftId === undefined ? undefined : await store.get('drafts', order.draftId);
      if (order.state.kind !== 'finalized' || !draft || draft.batchIds?.length) return undefined;
      const batch = await begin(
        id,
        { draftId: draft.id, count: 'default', size: parts.size() },
        order,
      );
      inBackground(batch.id);
      return batch;
    },

    async resume(genesis) {
      const batches = await store.listAll('batches', genesis);
      for (const batch of batches) {
        if (batch.state === 'running') inBackground(batch.id);
        else if (!isOpen(batch)) await parts.releaseDraft(batch.draftId);
      }
      for (const order of await store.listAll('orders', genesis)) {
        // The grant may not be written yet, or the photo gone meanwhile: the credits wait.
        await generation.startForOrder(order).catch(() => undefined);
      }
    },

    async cancel(batchId) {
      await store.update('batches', batchId, cancel(now()));
      running.get(batchId)?.abort.abort();
      const batch = await store.get('batches', batchId);
      if (batch) await parts.releaseDraft(batch.draftId);
    },

    async pause(batchId) {
      await store.update('batches', batchId, pause());
      running.get(batchId)?.abort.abort();
    },

    async proceed(batchId) {
      await running.get(batchId)?.ended.catch(() => undefined);
      await store.update('batches', batchId, proceed);
      inBackground(batchId);
    },
  };
  return generation;
}
