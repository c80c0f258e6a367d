import { useAtom } from 'jotai';

import { SET_COUNTS, type SetChoice } from '../../core/sets.ts';
import { BACKGROUND_IDS, BACKGROUND_LABELS, STYLE_IDS, STYLE_LABELS } from '../../core/styles.ts';
import { lockedStyles } from '../../core/unlocks.ts';
import { t } from '../../i18n/index.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { setChoiceAtom } from '../../state/settings.ts';
import { TextButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { KeepPhoto, SetFrames, usePlannedSet } from '../set/index.ts';
import { locksOf, Several, type ChipPictures } from './chips.tsx';
import styles from './first-set.module.css';
import presets from './presets.module.css';

/** Picks `count` of them at random and keeps their order. */
function some<T>(all: readonly T[], count: number): readonly T[] {
  const drawn = new Set<T>();
  while (drawn.size < Math.min(count, all.length)) {
    const one = all[Math.floor(Math.random() * all.length)];
    if (one !== undefined) drawn.add(one);
  }
  return all.filter((one) => drawn.has(one));
}

interface ComposerProps {
  readonly draft: DraftState;
  readonly chips: ChipPictures;
  readonly set: SetChoice;
  readonly change: (part: Partial<SetChoice>) => void;
  /** The most photos that may be chosen. */
  readonly most?: number;
}

/** What a set is made in, and from which photos: the same before and after paying. */
export function Composer({ draft, chips, set, change, most = Infinity }: ComposerProps) {
  const { unlocked } = useLibraryState();
  const own = {
    styles: set.styles.length > 0 ? set.styles : [draft.choices.style],
    backgrounds: set.backgrounds.length > 0 ? set.backgrounds : [draft.choices.background],
  };
  const several = draft.entries.length;
  return (
    <>
      <Segmented
        label={t('Styles')}
        options={[
          { id: 'mix', label: t('A mix') },
          { id: 'look', label: t('This style') },
          { id: 'own', label: t('My choice') },
        ]}
        value={set.kind}
        onChange={(kind) => change({ kind, ...(kind === 'own' && own) })}
      />
      {set.kind === 'own' && (
        <>
          <Several
            title={t('Styles in the set')}
            ids={STYLE_IDS}
            labels={STYLE_LABELS}
            chosen={own.styles}
            onChange={(chosen) => change({ styles: chosen })}
            pictures={chips.style}
            locks={locksOf(unlocked)}
          />
          <Several
            title={t('Backgrounds in the set')}
            ids={BACKGROUND_IDS}
            labels={BACKGROUND_LABELS}
            chosen={own.backgrounds}
            onChange={(chosen) => change({ backgrounds: chosen })}
            pictures={chips.background}
          />
        </>
      )}
      {several > 1 && (
        <Segmented
          label={t('Made from')}
          options={[
            { id: 'one', label: t('This photo') },
            {
              id: 'all',
              label:
                several === 2
                  ? t('Both photos')
                  : t('All {photos, plural, one {# photo} other {# photos}}', {
                      photos: several,
                    }),
              disabled: several > most,
            },
          ]}
          value={set.photos}
          onChange={(photos) => change({ photos })}
        />
      )}
    </>
  );
}

export interface FirstSetProps {
  readonly draft: DraftState;
  readonly chips: ChipPictures;
  /** The large preview is ready. */
  readonly ready: boolean;
}

/** Composes and previews the set that a payment starts: styles, backgrounds, photos and number. */
export function FirstSet({ draft, chips, ready }: FirstSetProps) {
  const drafts = useDrafts();
  const { unlocked } = useLibraryState();
  const [set, setSet] = useAtom(setChoiceAtom);
  const pictures = usePlannedSet();
  const change = (part: Partial<SetChoice>): void => setSet({ ...set, ...part });
  const locked = lockedStyles(STYLE_IDS, unlocked);
  const openStyles = STYLE_IDS.filter((id) => !locked.includes(id));
  return (
    <section className={cx(ui.stack4, styles.set)} aria-labelledby="first-set">
      <div className={cx(ui.between, presets.head)}>
        <h2 id="first-set">{t('Your first pictures')}</h2>
        <TextButton
          onClick={() => {
            drafts.regenerate();
            change({
              kind: 'own',
              styles: some(openStyles, 4),
              backgrounds: some(
                BACKGROUND_IDS.filter((id) => id !== 'none'),
                3,
              ),
            });
          }}
        >
          {t('Surprise me')}
        </TextButton>
      </div>
      <SetFrames pictures={pictures} ready={ready} />
      <Composer draft={draft} chips={chips} set={set} change={change} />
      <Segmented
        label={t('How many to begin with')}
        options={SET_COUNTS.map((count) => ({ id: count, label: count }))}
        value={set.count}
        onChange={(count) => change({ count })}
      />
      <KeepPhoto />
      <p className={ui.hint}>
        {t(
          '{count, plural, one {# picture develops} other {# pictures develop}} as soon as you have paid. The other credits don’t expire.',
          { count: set.count },
        )}
      </p>
    </section>
  );
}
