import { useAtomValue } from 'jotai';
import { startTransition, useMemo, useOptimistic } from 'react';

import type { PlanId } from '../../core/plans.ts';
import { stylesAndBackgroundsOf, withoutLocked } from '../../core/sets.ts';
import { BACKGROUND_LABELS, STYLE_LABELS } from '../../core/styles.ts';
import { unlocksOf } from '../../core/unlocks.ts';
import { t } from '../../i18n/index.ts';
import { useDraft, useDrafts } from '../../state/drafts/index.ts';
import { planPictures, type PlannedPicture } from '../../state/generation/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { setChoiceAtom } from '../../state/settings.ts';
import { showFailure } from '../../state/toasts.ts';
import { CheckField } from '../../ui/field.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { useSmallPictures } from '../parts/small-pictures.ts';
import styles from './set-frames.module.css';

/** The number of pictures shown before payment. */
const SHOWN = 12;

/**
 * The first pictures of the set that a payment would start, with a plan if one is chosen; none
 * without a photo.
 */
export function usePlannedSet(plan?: PlanId): readonly PlannedPicture[] {
  const { phase, draft, entries } = useDraft();
  const { unlocked } = useLibraryState();
  const set = useAtomValue(setChoiceAtom);
  return useMemo(() => {
    if (phase !== 'ready' || !draft) return [];
    const open = plan === undefined ? unlocked : new Set([...unlocked, ...unlocksOf(plan)]);
    const chosen = stylesAndBackgroundsOf(set, draft, open);
    const beside = entries.filter((entry) => entry.draft.id !== draft.id);
    return planPictures({
      photos: [draft, ...(set.photos === 'all' ? beside.map((entry) => entry.draft) : [])].map(
        ({ id, style, background, seed, options }) => ({
          id,
          choices: { style, background, seed, options },
        }),
      ),
      count: Math.min(SHOWN, set.count),
      ...(plan === undefined ? chosen : withoutLocked(chosen, open)),
    });
  }, [phase, draft, entries, set, plan, unlocked]);
}

/** Asks, where it matters, whether to keep the photo for more pictures. */
export function KeepPhoto() {
  const drafts = useDrafts();
  const { entries } = useDraft();
  const [kept, choose] = useOptimistic(entries.every(({ draft }) => draft.keep === true));
  if (entries.length === 0) return null;
  const several = entries.length > 1;
  return (
    <CheckField
      label={
        several
          ? t('Keep these photos for 24 hours, to make more')
          : t('Keep this photo for 24 hours, to make more')
      }
      hint={t(
        'Encrypted on this device. Otherwise a photo is deleted as soon as its pictures are done.',
      )}
      checked={kept}
      onChange={({ target: { checked } }) =>
        startTransition(async () => {
          choose(checked);
          await drafts.keep(checked).catch(showFailure);
        })
      }
    />
  );
}

/** Twice the width of a frame. */
const SIZE = 192;

const keyOf = ({ photo, choices }: PlannedPicture): string => JSON.stringify([photo, choices]);

export interface SetFramesProps {
  readonly pictures: readonly PlannedPicture[];
  /** True when the pictures that come first have been made. */
  readonly ready: boolean;
}

/** The first pictures of a set on a small film strip, made from the user's own photos. */
export function SetFrames({ pictures, ready }: SetFramesProps) {
  const wanted = useMemo(
    () => pictures.map((planned) => ({ ...planned, place: keyOf(planned) })),
    [pictures],
  );
  const made = useSmallPictures(wanted, SIZE, ready);
  return (
    <ul
      className={styles.film}
      aria-label={t('The first {count, plural, one {# picture} other {# pictures}}', {
        count: pictures.length,
      })}
    >
      {pictures.map((planned, index) => (
        <li key={index} className={cx(planned.choices.background === 'none' && styles.none)}>
          <Picture
            picture={made.get(keyOf(planned))}
            words={t('{style}, {background} background', {
              style: STYLE_LABELS[planned.choices.style],
              background: BACKGROUND_LABELS[planned.choices.background],
            })}
          />
        </li>
      ))}
    </ul>
  );
}

function Picture({ picture, words }: { picture: Blob | undefined; words: string }) {
  const url = useObjectUrl(picture);
  return url === undefined ? (
    <span
      role="img"
      aria-label={t('{look}, developing', { look: words })}
      className={styles.paper}
    />
  ) : (
    <img src={url} alt={words} title={words} draggable={false} className={ui.fill} />
  );
}
