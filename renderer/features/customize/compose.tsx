import { useAtom, useAtomValue } from 'jotai';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { AvatarSize } from '../../core/avatars.ts';
import { MOST_IN_BATCH } from '../../core/batches.ts';
import { largestSizeOf } from '../../core/drafts.ts';
import type { Scope } from '../../core/scope.ts';
import {
  DEFAULT_SET,
  SET_COUNTS,
  stylesAndBackgroundsOf,
  type SetChoice,
} from '../../core/sets.ts';
import { BACKGROUND_IDS, BACKGROUND_LABELS, STYLE_IDS, STYLE_LABELS } from '../../core/styles.ts';
import { lockedSentence, lockedStyles, type Unlock } from '../../core/unlocks.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { useGeneration } from '../../state/generation/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useScope } from '../../state/scope.ts';
import { avatarSizeAtom, setChoiceAtom, useSettings } from '../../state/settings.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/field.tsx';
import { MinusIcon, PlusIcon } from '../../ui/icons.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { KeepPhoto, SetFrames, usePlannedSet } from '../set/index.ts';
import { locksOf, Several, SizeChoice, type ChipPictures } from './chips.tsx';
import firstSet from './first-set.module.css';
import styles from './generate-dialog.module.css';
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
function Composer({ draft, chips, set, change, most = Infinity }: ComposerProps) {
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

interface FirstSetProps {
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
    <section className={cx(ui.stack4, firstSet.set)} aria-labelledby="first-set">
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

interface GenerateDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly draft: DraftState;
  readonly chips: ChipPictures;
  readonly credits: number;
  readonly unlocked: ReadonlySet<Unlock>;
}

/** Asks how many, in which styles and on which backgrounds, then starts the batch. */
export const GenerateDialog = ({ open, onClose, ...rest }: GenerateDialogProps) => (
  <Dialog open={open} onClose={onClose} title={t('Generate avatars')}>
    <GenerateForm {...rest} />
  </Dialog>
);

function GenerateForm({
  draft,
  chips,
  credits,
  unlocked,
}: Omit<GenerateDialogProps, 'open' | 'onClose'>) {
  const navigate = useNavigate();
  const generation = useGeneration();
  const scope = useScope();
  const { choices, entries } = draft;
  const [set, setSet] = useState<SetChoice>({ ...DEFAULT_SET, kind: 'look', photos: 'one' });
  const all = set.photos === 'all';
  const size = useAtomValue(avatarSizeAtom);
  const settings = useSettings();
  const [count, setCount] = useState(Math.min(Number(settings.count), credits));
  /** Batches that have started: another try after a failure skips them. */
  const [begun, setBegun] = useState<readonly string[]>([]);
  const wanted = stylesAndBackgroundsOf(set, choices, unlocked);
  const { busy, problem, run } = useAction();
  const locked = lockedStyles(wanted.styles, unlocked);
  const sentence = lockedSentence(wanted.styles, unlocked);
  const photos = entries
    .map((entry) => entry.draft)
    .filter(({ id }) => (all || id === draft.draft?.id) && !begun.includes(id));
  const affordable = Math.max(1, Math.floor(credits / Math.max(1, photos.length)));
  const most = Math.min(affordable, MOST_IN_BATCH);
  const each = within(count, 1, most);
  const total = each * photos.length;
  // If one of several photos has less detail, its batch stays at the size it allows.
  const largest: AvatarSize = Math.max(
    1024,
    ...photos.map((photo) => largestSizeOf(photo) ?? 1024),
  ) as AvatarSize;
  const chosen: AvatarSize = Math.min(size, largest) as AvatarSize;

  const begin = async (where: Scope): Promise<void> => {
    for (const { id } of photos) {
      await generation.start({ draftId: id, count: each, ...wanted, size: chosen }, where);
      setBegun((before) => [...before, id]);
    }
    await navigate('/dashboard');
  };

  return (
    <Form
      className={ui.stack5}
      onSubmit={() => {
        if (scope && !busy && sentence === undefined) run(() => begin(scope));
      }}
    >
      <CountField
        label={all ? t('How many of each') : t('How many')}
        count={Math.min(count, most)}
        most={most}
        onChange={setCount}
      />
      {each === MOST_IN_BATCH && affordable > MOST_IN_BATCH && (
        <p role="status" className={ui.hint}>
          {t('One batch makes 3,000 avatars at most; begin another for the rest.')}
        </p>
      )}
      <Composer
        draft={draft}
        chips={chips}
        set={set}
        change={(part) => setSet({ ...set, ...part })}
        most={credits}
      />
      <SizeChoice
        largest={largest}
        large={
          all
            ? t('For large prints. A photo with less detail keeps to 1024.')
            : t('For large prints; each takes about four times as long.')
        }
      />
      <KeepPhoto />
      {problem !== undefined && <ErrorNote what={problem} />}
      <div className={ui.stack3}>
        {sentence === undefined ? (
          <Button variant="accent" type="submit" wide busy={busy}>
            {busy
              ? t('Starting')
              : t('Generate {total, plural, one {# avatar} other {# avatars}}', { total })}
          </Button>
        ) : (
          <>
            <p role="status" className={ui.hint}>
              {t('{plans} Choose other styles, or see the plans.', { plans: sentence })}
            </p>
            <ButtonLink variant="accent" wide to={`/pricing?style=${locked[0] ?? ''}`}>
              {t('See the plans')}
            </ButtonLink>
          </>
        )}
        <p className={ui.hint}>
          {t(
            'Uses {total} of {credits, plural, one {# credit} other {# credits}}. You get the credit back for any that fail.',
            { total: formatNumber(total), credits },
          )}{' '}
          {all && `${t('Each photo keeps its own framing, light and colours.')} `}
          {photos.some(({ keep }) => keep !== true) &&
            (all
              ? t('Each is deleted when its avatars are done.')
              : t('Your photo is deleted when they are done.'))}
        </p>
      </div>
    </Form>
  );
}

/** A whole number of pictures; what isn't a number becomes the least. */
const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.trunc(value) || least));

interface CountFieldProps {
  readonly label: string;
  /** 0 while the field is empty. */
  readonly count: number;
  readonly most: number;
  readonly onChange: (count: number) => void;
}

function CountField({ label, count, most, onChange }: CountFieldProps) {
  const field = useId();
  return (
    <div className={styles.count}>
      <label htmlFor={field}>{label}</label>
      <div className={styles.stepper}>
        <Button
          size="small"
          aria-label={t('One fewer')}
          spent={count <= 1}
          onClick={() => onChange(within(count - 1, 1, most))}
        >
          <MinusIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        </Button>
        <input
          id={field}
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          value={count === 0 ? '' : count}
          onChange={(event) => onChange(within(Number(event.target.value), 0, most))}
          onBlur={() => onChange(within(count, 1, most))}
        />
        <Button
          size="small"
          aria-label={t('One more')}
          spent={count >= most}
          onClick={() => onChange(within(count + 1, 1, most))}
        >
          <PlusIcon size={18} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
