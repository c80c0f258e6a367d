import type { Avatar } from '../../core/avatars.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { t } from '../../i18n/index.ts';
import { useDrafts } from '../../state/drafts/index.ts';
import { useGeneration } from '../../state/generation/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';

/**
 * Says that an avatar's photo is no longer on this device, and takes it again. An avatar from a
 * backup has no batch that could name its photo, and one from an earlier engine may differ too much
 * from what the photo gives: they lead to the Avatar Creator.
 */
export function PhotoGone({ avatar }: { readonly avatar: Avatar }) {
  const drafts = useDrafts();
  const generation = useGeneration();
  const { batches } = useLibraryState();
  const { busy, problem, run } = useAction();
  const { style, background } = avatar.recipe;
  const takesIt = photoOfAvatar(avatar, batches) !== undefined;

  const add = async (): Promise<void> => {
    const before = drafts.snapshot();
    await drafts.pick();
    const { draft, refused } = drafts.snapshot();
    if (!draft || draft.id === before.draft?.id) {
      if (refused[0] && refused !== before.refused) throw new LikenessError(refused[0].code);
      return;
    }
    try {
      await generation.restorePhoto(avatar.uid, draft.id);
    } catch (thrown) {
      const isShown = drafts.snapshot().draft?.id === draft.id;
      if (errorCode(thrown) === 'photo-other' && isShown) await drafts.clear();
      throw thrown;
    }
  };

  return (
    <div className={cx(ui.stack3, ui.start)}>
      <p className={ui.quiet}>
        {t('The photo that this was made from isn’t on this device any more.')}{' '}
        {takesIt &&
          t(
            'Add it again to animate this avatar or to make more like it; it is deleted after 24 hours.',
          )}
      </p>
      {takesIt && (
        <Button size="small" busy={busy} onClick={() => run(add)}>
          {t('Add its photo')}
        </Button>
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
      {(!takesIt || problem !== undefined) && (
        <TextLink to={`/customize?style=${style}&background=${background}`}>
          {t('Add the photo again in this style')}
        </TextLink>
      )}
    </div>
  );
}
