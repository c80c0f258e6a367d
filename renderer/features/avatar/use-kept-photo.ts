import type { Avatar } from '../../core/avatars.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import type { Draft } from '../../core/drafts.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { useLibraryState } from '../../state/library/index.ts';

/** The photo that an avatar was made from, while it is kept; 'unknown' until drafts are loaded. */
export function useKeptPhoto(avatar: Avatar): Draft | 'unknown' | undefined {
  const { batches } = useLibraryState();
  const { phase, entries } = useDraft();
  if (phase === 'starting') return 'unknown';
  const photo = photoOfAvatar(avatar, batches);
  return entries.find(({ draft }) => draft.id === photo)?.draft;
}
