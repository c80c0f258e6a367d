import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import { choicesOf } from '../../core/drafts.ts';
import { t } from '../../i18n/index.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { useGeneration, useRepaintable } from '../../state/generation/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './customize-screen.module.css';

/** Shows an avatar's photo as it was used, with its brush strokes, as soon as it is here. */
function useItsPhoto({ recipe, ...avatar }: Avatar, draft: DraftState): void {
  const drafts = useDrafts();
  const { batches, loaded } = useLibraryState();
  const photo = photoOfAvatar(avatar, batches);
  const seen = useRef<Set<string>>(undefined);
  const { phase, entries } = draft;
  const onStage = draft.draft?.id;
  useEffect(() => {
    if (phase === 'starting' || !loaded) return;
    if (!seen.current) {
      const ids = entries.map((entry) => entry.draft.id);
      seen.current = new Set(ids.filter((id) => id !== photo));
      if (photo !== undefined && ids.includes(photo)) drafts.select(photo);
    }
    // One that was added before may be anybody's: only the user changes what was chosen for it.
    if (onStage === undefined || seen.current.has(onStage)) return;
    seen.current.add(onStage);
    drafts.choose(choicesOf(recipe));
  }, [phase, loaded, entries, onStage, photo, recipe, drafts]);
}

/** The actions while an avatar's cut-out is mended: repaints its set, or leaves it. */
export function Mend({ avatar, draft }: { readonly avatar: Avatar; readonly draft: DraftState }) {
  const drafts = useDrafts();
  const generation = useGeneration();
  const navigate = useNavigate();
  const { busy, problem, run } = useAction();
  const count = useRepaintable(avatar).length;
  useItsPhoto(avatar, draft);
  const photo = draft.phase === 'ready' ? draft.draft : undefined;
  const repaint = async (draftId: string): Promise<void> => {
    await generation.repaint({ uid: avatar.uid, draftId, options: draft.choices.options });
    await navigate('/dashboard');
  };
  return (
    <div className={ui.stack3}>
      {photo ? (
        <Button
          variant="accent"
          wide
          busy={busy}
          disabled={count === 0}
          onClick={() => run(() => repaint(photo.id))}
        >
          {t('Repaint {count, plural, one {# avatar} other {# avatars}}, free', { count })}
        </Button>
      ) : (
        <Button wide disabled={draft.phase !== 'empty'} onClick={() => void drafts.pick()}>
          {t('Add its photo')}
        </Button>
      )}
      <ButtonLink to={`/avatar/${String(avatar.id)}`} wide className={cx(styles.second)}>
        {t('Leave it as it is')}
      </ButtonLink>
      {problem !== undefined && <ErrorNote what={problem} />}
      <p className={cx(styles.note, ui.small, ui.quiet)}>
        {photo
          ? t(
              'Paint over what is missing or too much. Then the set of {name} is painted again in place; your credits stay as they are.',
              { name: avatar.name },
            )
          : t('Add the photo that {name} was made from. It stays on this device, as before.', {
              name: avatar.name,
            })}
      </p>
    </div>
  );
}
