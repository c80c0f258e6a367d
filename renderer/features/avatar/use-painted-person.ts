import { useAtomValue } from 'jotai';

import { paintedRecipe } from '../../core/avatars.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import { errorCode } from '../../core/errors.ts';
import { analysesAtom } from '../../state/drafts/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import type { Found } from './shown.ts';

/** Large enough for any banner. */
const EDGE = 1024;

/**
 * Returns a function that paints an own avatar's person again, without a ground. Its result is
 * undefined if the photo is gone, or if another engine made the avatar, as the picture would
 * differ.
 */
export function usePaintedPerson(found: Found): (signal: AbortSignal) => Promise<Blob | undefined> {
  const { batches } = useLibraryState();
  const analyses = useAtomValue(analysesAtom);
  const ports = usePorts();
  return async (signal) => {
    if (found.kind !== 'own') return undefined;
    const { recipe, softened } = found.avatar;
    const photo = photoOfAvatar(found.avatar, batches);
    const engine = await ports.engine();
    if (photo === undefined || recipe.engine !== engine.version) return undefined;
    try {
      const { picture } = await engine.render(
        await analyses.of(photo),
        { ...paintedRecipe(recipe, softened), background: 'none' },
        { size: EDGE, format: 'png', signal },
      );
      return picture;
    } catch (failure) {
      if (errorCode(failure) === 'photo-expired') return undefined;
      throw failure;
    }
  };
}
