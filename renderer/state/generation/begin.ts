import { isOpen, MOST_IN_BATCH, photoOf, type Batch } from '../../core/batches.ts';
import { sumCredits } from '../../core/credits.ts';
import { choicesOf, largestSizeOf, type Draft } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import type { LockName } from '../../core/lock-order.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Scope } from '../../core/scope.ts';
import { stylesAndBackgroundsOf, withoutLocked } from '../../core/sets.ts';
import { lockedStyles, unlockedBy, type Unlock } from '../../core/unlocks.ts';
import type { Write } from '../../ports/store.ts';
import type { BatchRequest, GenerationDeps } from './contract.ts';
import { reserve } from './journal.ts';
import { planItems, planPeople } from './plan.ts';

interface Request extends BatchRequest {
  readonly asFarAsCreditsGo?: boolean;
}

export const photoLock = (draftId: string): LockName => `photo:${draftId}`;

/**
 * Reserves the credits and stores the batch; repeated calls return the first one. Two tabs, or a
 * payment and a click, never spend the same credits: one waits for the other.
 * @throws LikenessError as `Generation.start`
 */
export const beginBatch = (
  id: string,
  request: Request,
  scope: Scope,
  deps: GenerationDeps,
): Promise<Batch> =>
  deps.locks.exclusive(`credits:${scope.profileId}`, async (locks) => {
    const { store } = deps;
    const existing = await store.get('batches', id);
    if (existing) return existing;
    const [orders, ledger] = await Promise.all([
      store.list('orders', scope),
      store.list('ledger', scope),
    ]);
    const { available } = sumCredits(orders, ledger);
    const count = request.asFarAsCreditsGo
      ? Math.min(request.count, available, MOST_IN_BATCH)
      : request.count;
    if (!Number.isInteger(count) || count < 1 || count > available)
      throw new LikenessError('credits-too-few', { available });
    if (count > MOST_IN_BATCH) throw new LikenessError('bulk-too-many', { count });
    // A batch that ends in the meantime doesn't delete the photo.
    return locks.exclusive(photoLock(request.draftId), () =>
      storeBatch(id, { ...request, count }, scope, unlockedBy(orders), deps),
    );
  });

/**
 * A draft that a batch was planned for: its photo is kept until the batch has ended. Its next
 * pictures begin after the seeds that the batch uses, since a seed used again would make, and
 * charge for, the same picture.
 */
const withBatch = (draft: Draft, id: string, seeds: number): Draft => ({
  ...draft,
  batchIds: [...(draft.batchIds ?? []), id],
  seed: (draft.seed + seeds) >>> 0,
});

/** Plans the batch and stores it together with its credits. The caller holds the photo's lock. */
async function storeBatch(
  id: string,
  request: BatchRequest,
  scope: Scope,
  unlocked: ReadonlySet<Unlock>,
  { store, engine, clock, random }: GenerationDeps,
): Promise<Batch> {
  const { count, bulk, others = [] } = request;
  const draft = await store.get('drafts', request.draftId);
  if (!draft) throw new LikenessError('photo-expired');
  const styles = request.styles?.length ? request.styles : [draft.style];
  if (lockedStyles(styles, unlocked).length > 0) throw new LikenessError('style-locked');
  if (bulk && !unlocked.has('bulk')) throw new LikenessError('bulk-locked');
  const { version } = await engine();
  const beside = await Promise.all(others.map((other) => store.get('drafts', other)));
  // A photo that gets no picture isn't the batch's.
  const photos = [draft, ...beside.flatMap((row) => (row && !row.putAway ? [row] : []))].slice(
    0,
    count,
  );
  const [avatars, batches] = await Promise.all([
    store.list('avatars', scope),
    store.list('batches', scope),
  ]);
  const batch: Batch = {
    profileId: scope.profileId,
    genesis: scope.genesis,
    id,
    draftId: draft.id,
    // A size that exceeds the photo's detail would only be upscaled.
    size: photos.some((photo) => largestSizeOf(photo) === 1024) ? 1024 : (request.size ?? 1024),
    state: 'running',
    items: (bulk ? planPeople(bulk.people) : planItems)({
      photos: photos.map((photo) => ({
        id: photo.id,
        choices: (photo === draft && request.choices) || choicesOf(photo),
      })),
      count,
      styles,
      backgrounds: request.backgrounds?.length ? request.backgrounds : [draft.background],
      engineVersion: version,
      firstAvatarId: await store.nextAvatarIds(count),
      names: [...avatars, ...batches.filter(isOpen).flatMap(({ items }) => items)].map(
        ({ name }) => name,
      ),
      made: batches.flatMap((earlier) =>
        earlier.items.map((item) => ({ photo: photoOf(earlier, item), choices: item.recipe })),
      ),
      random,
    }),
    createdAt: clock.now(),
    ...(bulk && { bulk }),
  };
  const ids = photos.map((photo) => photo.id);
  await store.updateAll('drafts', ids, ([row, ...further]) => {
    // Throwing aborts the transaction: nothing is reserved for a photo that was just deleted.
    if (!row) throw new LikenessError('photo-expired');
    const rows = [
      // Requested choices bring their own seed.
      withBatch(row, id, request.choices ? 0 : count),
      ...further.flatMap((other) => (other ? [withBatch(other, id, count)] : [])),
    ];
    return [...reserve(batch), ...rows.map((put): Write => ({ table: 'drafts', put }))];
  });
  return batch;
}

/** What a paid order's batch is made of: what the user chose last, as far as the plan allows. */
export async function requestFor(
  order: Order,
  draft: Draft,
  deps: Pick<GenerationDeps, 'store' | 'set' | 'size'>,
): Promise<Request> {
  const set = deps.set();
  const unlocked = unlockedBy(await deps.store.list('orders', order));
  const beside = set.photos === 'all' ? await deps.store.list('drafts', draft) : [];
  return {
    draftId: draft.id,
    others: beside
      .filter(
        (other) =>
          other.id !== draft.id && !other.putAway && !other.bulk && !other.batchIds?.length,
      )
      .map((other) => other.id),
    count: set.count,
    asFarAsCreditsGo: true,
    ...withoutLocked(stylesAndBackgroundsOf(set, draft, unlocked), unlocked),
    size: deps.size(),
  };
}
