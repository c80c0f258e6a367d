import { paintedRecipe, type Avatar, type RecipeOptions } from '../../core/avatars.ts';
import { isOpen, photoOf, type Batch, type BatchItem } from '../../core/batches.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { takenAvatars } from '../../core/mints/selectors.ts';
import { omit } from '../../core/objects.ts';
import type { LongOptions } from '../../ports/engine.ts';
import type { Journal } from '../tasks/journal.ts';
import { photoLock } from './begin.ts';
import type { GenerationDeps, RepaintRequest } from './contract.ts';
import { repainted } from './journal.ts';
import { renderAvatar, storePicture, type RenderedAvatar } from './render-avatar.ts';

/**
 * Most difference between two pictures of one photo and recipe, by `pictureDifference`. Measured
 * for three people in Realistic, Minimalist and Ink, with a small quick picture: at most 18 for the
 * same photo, at least 27 for another person's.
 */
const SAME_PHOTO = 22;
/** Edge in pixels of the picture that the comparison needs. */
const COMPARED_EDGE = 512;

/**
 * The items of an avatar's set that a mended cut-out is for: those of the same photo whose avatars
 * are still here and are no NFTs. None if the batch is gone or still being made.
 */
export function repaintable(
  uid: string,
  batch: Batch | undefined,
  avatars: readonly Pick<Avatar, 'uid'>[],
  mints: readonly Mint[],
): readonly BatchItem[] {
  const own = batch?.items.find((item) => item.uid === uid);
  if (!batch || !own || isOpen(batch)) return [];
  const here = new Set(avatars.map((avatar) => avatar.uid));
  const taken = takenAvatars(mints);
  const photo = photoOf(batch, own);
  return batch.items.filter(
    (item) => photoOf(batch, item) === photo && here.has(item.uid) && !taken.has(item.uid),
  );
}

/** The item as it waits for its new picture, with the strokes in its recipe. */
const waiting = (item: BatchItem, { strokes }: Pick<RecipeOptions, 'strokes'>): BatchItem => ({
  ...omit(item, 'reason'),
  recipe: {
    ...item.recipe,
    options: { ...omit(item.recipe.options, 'strokes'), ...(strokes && { strokes }) },
  },
  state: 'waiting',
  repaint: true,
});

/** The batch with another photo in the place of one of its own. */
const withPhoto = (batch: Batch, before: string, after: string): Batch => ({
  ...batch,
  items: batch.items.map((item) =>
    photoOf(batch, item) === before ? { ...item, draftId: after } : item,
  ),
  ...(batch.bulk && {
    bulk: {
      ...batch.bulk,
      people: batch.bulk.people.map((one) =>
        one.draftId === before ? { ...one, draftId: after } : one,
      ),
    },
  }),
});

/** Writes a batch and, in the row of its new photo, that the batch needs it. */
const writePhoto = (
  store: GenerationDeps['store'],
  batch: Batch,
  draftId: string,
  keep?: { readonly keep: true },
): Promise<unknown> =>
  store.update('drafts', draftId, (row) => {
    if (!row) throw new LikenessError('photo-expired');
    const batchIds = [...new Set([...(row.batchIds ?? []), batch.id])];
    return [
      { table: 'batches', put: batch },
      { table: 'drafts', put: { ...row, ...keep, batchIds } },
    ];
  });

/**
 * Puts a photo that was added again in the place of the one that an avatar was made from, in its
 * whole batch, and keeps it for its 24 hours.
 * @throws LikenessError 'photo-expired' | 'photo-other' | engine-* | storage-*
 */
export async function restorePhoto(
  uid: string,
  draftId: string,
  deps: GenerationDeps,
): Promise<void> {
  const { store, locks } = deps;
  const avatar = await store.get('avatars', uid);
  if (!avatar || !(await isItsPhoto(avatar, draftId, deps))) throw new LikenessError('photo-other');
  const batchId = avatar.batchId;
  await locks.exclusive(`batch:${batchId}`, (inner) =>
    inner.exclusive(photoLock(draftId), async () => {
      const batch = await store.get('batches', batchId);
      const own = batch?.items.find((item) => item.uid === uid);
      if (!batch || !own) throw new LikenessError('photo-other');
      await writePhoto(store, withPhoto(batch, photoOf(batch, own), draftId), draftId, {
        keep: true,
      });
    }),
  );
}

/**
 * Puts the pictures of an avatar's set in line to be painted again. A photo that was added again
 * takes the place of the former one in the whole batch, so that NFTs too stay with their person. No
 * credits move.
 * @throws LikenessError 'photo-expired' | 'photo-other' | 'return-minted' | engine-* | storage-*
 */
export async function beginRepaint(
  { uid, draftId, options }: RepaintRequest,
  deps: GenerationDeps,
): Promise<Batch> {
  const { store, locks, clock } = deps;
  const avatar = await store.get('avatars', uid);
  const batchId = avatar?.batchId ?? '';
  const known = await store.get('batches', batchId);
  const own = known?.items.find((item) => item.uid === uid);
  if (!avatar || !known || !own) throw new LikenessError('return-unused');
  if (draftId !== photoOf(known, own) && !(await isItsPhoto(avatar, draftId, deps)))
    throw new LikenessError('photo-other');
  return locks.exclusive(`batch:${batchId}`, (inner) =>
    inner.exclusive(photoLock(draftId), async () => {
      const [batch, avatars, mints] = await Promise.all([
        store.get('batches', batchId),
        store.list('avatars', avatar),
        store.list('mints', avatar),
      ]);
      const items = repaintable(uid, batch, avatars, mints);
      if (!batch || !items[0]) throw new LikenessError('return-minted');
      const linked = withPhoto(batch, photoOf(batch, items[0]), draftId);
      const uids = new Set(items.map((item) => item.uid));
      const after: Batch = {
        ...linked,
        state: 'running',
        repaintedAt: clock.now(),
        items: linked.items.map((item) => (uids.has(item.uid) ? waiting(item, options) : item)),
      };
      await writePhoto(store, after, draftId);
      return after;
    }),
  );
}

/** Whether a photo that was added again gives the avatar's picture. */
async function isItsPhoto(
  avatar: Avatar,
  draftId: string,
  { store, engine, analyses, difference }: GenerationDeps,
): Promise<boolean> {
  const stored = await store.get('pictures', avatar.uid);
  if (!stored) return false;
  const { picture } = await (
    await engine()
  ).render(await analyses.of(draftId), paintedRecipe(avatar.recipe, avatar), {
    size: COMPARED_EDGE,
    format: 'png',
    check: false,
    draft: true,
    priority: 'preview',
  });
  return (await difference(stored.thumb, picture)) <= SAME_PHOTO;
}

/** Renders an item's new picture in its avatar's own size; undefined if the avatar is gone. */
export async function renderAgain(
  deps: GenerationDeps,
  { uid, recipe }: BatchItem,
  draftId: string,
  options: LongOptions,
): Promise<RenderedAvatar | undefined> {
  const avatar = await deps.store.get('avatars', uid);
  return avatar && renderAvatar(deps, draftId, recipe, avatar.size, options);
}

/**
 * Gives the avatar its new picture, unless it has become an NFT; it keeps its name, its number and
 * its history. If the page dies before the item is settled, the same picture is painted once more.
 */
export async function replacePicture(
  { store, clock, journal }: GenerationDeps & { readonly journal: Journal<Batch> },
  batch: Batch,
  uid: string,
  rendered: RenderedAvatar | undefined,
): Promise<void> {
  if (rendered && !takenAvatars(await store.list('mints', batch)).has(uid))
    await storePicture(store, uid, rendered, { mendedAt: clock.now() });
  await journal.record(batch.id, repainted(uid));
}
