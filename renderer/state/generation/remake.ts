import { pictureKey, type Avatar, type AvatarSize, type Picture } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import { takenAvatars } from '../../core/mints/selectors.ts';
import type { LongOptions } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import {
  renderAvatar,
  storePicture,
  type RenderDeps,
  type RenderedAvatar,
} from './render-avatar.ts';

/** Two pictures of one avatar: the stored one, and the one that its recipe gives today. */
export interface Remade {
  readonly before: Picture;
  readonly after: RenderedAvatar;
}

/**
 * Renders an avatar again from its own recipe in the requested size, with today's engine. Costs no
 * credit and changes nothing; `exchange` stores the result.
 * @throws LikenessError 'download-failed' if the stored picture is gone, 'photo-expired' | engine-*
 */
export async function remake(
  { store, ...deps }: RenderDeps & { readonly store: Pick<Store, 'get'> },
  avatar: Avatar,
  draftId: string,
  size: AvatarSize,
  options: LongOptions,
): Promise<Remade> {
  const before = await store.get('pictures', avatar.uid);
  if (!before) throw new LikenessError('download-failed');
  return { before, after: await renderAvatar(deps, draftId, avatar.recipe, size, options) };
}

/**
 * Replaces the old picture by the new one, in one write. The avatar keeps its name, its number and
 * its history. Returns a function that restores the old picture; it throws 'undo-too-late' if the
 * avatar has got another one since.
 * @throws LikenessError 'return-minted' (a minted avatar can't change) | storage-*
 */
export async function exchange(
  store: Pick<Store, 'list' | 'update'>,
  { recipe, size, bytes, likeness, softened, softenedTo, ...avatar }: Avatar,
  { before, after }: Remade,
): Promise<() => Promise<void>> {
  const put = async (picture: RenderedAvatar, check?: (row: Avatar) => void): Promise<void> => {
    if (takenAvatars(await store.list('mints', avatar)).has(avatar.uid))
      throw new LikenessError('return-minted');
    await storePicture(store, avatar.uid, picture, {}, check);
  };
  await put(after);
  const facts = { recipe, size, bytes, likeness, softened };
  const old = {
    facts: { ...facts, ...(softenedTo !== undefined && { softenedTo }) },
    pictures: before,
  };
  const remade = pictureKey({ ...avatar, ...after.facts });
  return () =>
    put(old, (row) => {
      if (pictureKey(row) !== remade) throw new LikenessError('undo-too-late');
    });
}
