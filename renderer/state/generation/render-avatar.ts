import type { Avatar, Picture, Recipe } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import { omit } from '../../core/objects.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Engine, LongOptions } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import type { DraftAnalyses } from '../drafts/draft-analyses.ts';

/** Edge length of a thumbnail in pixels. */
const THUMB_SIZE = 384;

export interface RenderDeps {
  readonly engine: () => Promise<Engine>;
  readonly analyses: Pick<DraftAnalyses, 'of'>;
}

/** A finished picture with its thumbnail, and the facts about it for its avatar's row. */
export interface RenderedAvatar {
  readonly facts: Pick<
    Avatar,
    'recipe' | 'size' | 'bytes' | 'likeness' | 'softened' | 'softenedTo'
  >;
  readonly pictures: Pick<Picture, 'full' | 'thumb'>;
}

/**
 * Gives an avatar that is still there another picture, in one write. It keeps its history.
 * @param check throws if this row's picture isn't to be replaced
 */
export const storePicture = (
  store: Pick<Store, 'update'>,
  uid: string,
  { facts, pictures: { full, thumb } }: RenderedAvatar,
  mended: Pick<Avatar, 'mendedAt'> = {},
  check?: (row: Avatar) => void,
): Promise<void> =>
  store.update('avatars', uid, (row) => {
    if (!row) return [];
    check?.(row);
    return [
      { table: 'avatars', put: { ...omit(row, 'softenedTo'), ...facts, ...mended } },
      { table: 'pictures', put: { ...scopeOf(row), uid, full, thumb } },
    ];
  });

/**
 * Renders one avatar of a photo for the library.
 * @throws LikenessError 'photo-expired' | engine-*
 */
export async function renderAvatar(
  deps: RenderDeps,
  draftId: string,
  recipe: Recipe,
  size: Avatar['size'],
  options: LongOptions,
): Promise<RenderedAvatar> {
  const analysis = await deps.analyses.of(draftId);
  const engine = await deps.engine();
  const { thumb, ...rendered } = await engine.render(analysis, recipe, {
    ...options,
    size,
    format: 'png',
    thumb: THUMB_SIZE,
    check: true,
    priority: 'batch',
  });
  if (!thumb) throw new LikenessError('engine-failed', { reason: 'no thumbnail' });
  return {
    facts: {
      // The recipe may come from an earlier engine version, but this one rendered the picture.
      recipe: { ...recipe, engine: engine.version },
      size,
      bytes: rendered.picture.size,
      likeness: rendered.likeness ?? 1,
      softened: rendered.softened,
      ...(rendered.softenedTo !== undefined && { softenedTo: rendered.softenedTo }),
    },
    pictures: { full: rendered.picture, thumb },
  };
}
