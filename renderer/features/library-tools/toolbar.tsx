import { useAtom } from 'jotai';
import { useMemo, useState, type ReactNode } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import {
  BACKGROUND_IDS,
  BACKGROUND_LABELS,
  isBackgroundId,
  isStyleId,
  STYLE_IDS,
  STYLE_LABELS,
} from '../../core/styles.ts';
import { formatDate, formatNumber, t } from '../../i18n/index.ts';
import {
  densityAtom,
  SORTS,
  type Age,
  type LibraryQuery,
  type Sort,
} from '../../state/library/index.ts';
import { Field, Options, SelectField } from '../../ui/field.tsx';
import { HeartIcon } from '../../ui/icons.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import { useMintedUids } from '../parts/certificate.tsx';
import styles from './toolbar.module.css';

interface MintedSwitchProps {
  readonly count: number;
  readonly only: boolean;
  readonly onChange: (only: boolean) => void;
}

/** Switches between all avatars and NFTs; nothing while there is no NFT. */
const MintedSwitch = ({ count, only, onChange }: MintedSwitchProps) =>
  count > 0 && (
    <Segmented
      label={t('Show')}
      variant="words"
      options={[
        { id: 'all', label: t('All') },
        { id: 'minted', label: t('NFTs ({count})', { count }) },
      ]}
      value={only ? 'minted' : 'all'}
      onChange={(which) => onChange(which === 'minted')}
    />
  );

/** The filter for the samples: which avatars it `shows`, and the `control` to render. */
export function useMintedFilter() {
  const minted = useMintedUids();
  const [wanted, setWanted] = useState(false);
  const onlyMinted = wanted && minted.size > 0;
  return {
    shows: (uid: string) => !onlyMinted || minted.has(uid),
    onlyMinted,
    control: <MintedSwitch count={minted.size} only={onlyMinted} onChange={setWanted} />,
  };
}

const SORT_LABELS: Record<Sort, string> = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  name: t('By name'),
  likeness: t('Most like the photo'),
};
const AGE_LABELS: Record<Age, string> = {
  day: t('Last 24 hours'),
  week: t('Last 7 days'),
  month: t('Last 31 days'),
};

const ROLL: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
};

/** The batches that have pictures here, newest first, each as its id and '22 Nov, 10:05 (12)'. */
function rollsOf(avatars: readonly Avatar[]): readonly (readonly [string, string])[] {
  const rolls = new Map<string, { at: number; count: number }>();
  for (const { batchId, createdAt } of avatars) {
    const roll = rolls.get(batchId);
    if (!roll) rolls.set(batchId, { at: createdAt, count: 1 });
    else {
      roll.at = Math.min(roll.at, createdAt);
      roll.count += 1;
    }
  }
  return [...rolls]
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([id, { at, count }]) => [id, `${formatDate(at, ROLL)} (${formatNumber(count)})`]);
}

interface ChoiceProps {
  readonly label: string;
  readonly any?: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [id: string, label: string])[];
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, any, value, options, onChange }: ChoiceProps) => (
  <SelectField
    className={styles.choice}
    label={<VisuallyHidden>{label}</VisuallyHidden>}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value)}
  >
    {any !== undefined && <option value="">{any}</option>}
    <Options of={options} />
  </SelectField>
);

export interface ToolbarProps {
  readonly avatars: readonly Avatar[];
  /** How many are NFTs; without it, there is no choice between these and all. */
  readonly minted?: number;
  /** Whether the frames come in two sizes. */
  readonly sizes?: boolean;
  readonly query: LibraryQuery;
  readonly onChange: (part: Partial<LibraryQuery>) => void;
  /** How many avatars match the query, in words. */
  readonly status: string;
  readonly children?: ReactNode;
}

/** Search, filters, order and frame size of the contact sheet; stays in reach while scrolling. */
export function Toolbar({
  avatars,
  minted = 0,
  sizes = true,
  query,
  onChange: change,
  status,
  children,
}: ToolbarProps) {
  const [density, setDensity] = useAtom(densityAtom);
  const rolls = useMemo(() => rollsOf(avatars), [avatars]);
  return (
    <search className={cx(ui.stack3, styles.bar)} aria-label={t('Your avatars')}>
      <div className={cx(ui.wrap5, styles.row)}>
        <Field
          className={styles.search}
          label={<VisuallyHidden>{t('Search your avatars')}</VisuallyHidden>}
          type="search"
          placeholder={t('Search name or style')}
          autoComplete="off"
          value={query.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <p role="status" className={cx(ui.note, styles.status)}>
          {status}
        </p>
        {children}
      </div>
      <div className={cx(ui.wrap3, styles.filters)}>
        <Choice
          label={t('Style')}
          any={t('All styles')}
          value={query.style}
          options={[...STYLE_IDS.map((id) => [id, STYLE_LABELS[id]] as const), ['look', t('Look')]]}
          onChange={(style) =>
            change({ style: isStyleId(style) || style === 'look' ? style : undefined })
          }
        />
        <Choice
          label={t('Background')}
          any={t('All backgrounds')}
          value={query.background}
          options={BACKGROUND_IDS.map((id) => [id, BACKGROUND_LABELS[id]])}
          onChange={(background) =>
            change({ background: isBackgroundId(background) ? background : undefined })
          }
        />
        {rolls.length > 1 && (
          <Choice
            label={t('Batch')}
            any={t('All batches')}
            value={query.batch}
            options={rolls}
            onChange={(batch) => change({ batch: batch || undefined })}
          />
        )}
        <Choice
          label={t('Date made')}
          any={t('Any date')}
          value={query.age}
          options={Object.entries(AGE_LABELS)}
          onChange={(age) => change({ age: (age || undefined) as Age | undefined })}
        />
        <Choice
          label={t('Sort by')}
          value={query.sort}
          options={SORTS.map((id) => [id, SORT_LABELS[id]])}
          onChange={(sort) => change({ sort: sort as Sort })}
        />
        <button
          type="button"
          className={styles.liked}
          aria-pressed={query.liked}
          onClick={() => change({ liked: !query.liked })}
        >
          <HeartIcon size={16} strokeWidth={1.7} fill={query.liked ? 'currentcolor' : 'none'} />
          {t('Liked')}
        </button>
        <MintedSwitch
          count={minted}
          only={query.minted}
          onChange={(only) => change({ minted: only })}
        />
        {sizes && (
          <Segmented
            label={t('Size of the pictures')}
            variant="words"
            options={[
              { id: 'large', label: t('Large') },
              { id: 'small', label: t('Small') },
            ]}
            value={density}
            onChange={setDensity}
          />
        )}
      </div>
    </search>
  );
}
