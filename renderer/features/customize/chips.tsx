import { useAtom } from 'jotai';
import { useEffect, useId, useRef, type ReactNode } from 'react';

import type { AvatarSize } from '../../core/avatars.ts';
import { STYLE_IDS, type StyleId } from '../../core/styles.ts';
import { lockedSentence, lockedStyles, plansWith, type Unlock } from '../../core/unlocks.ts';
import { i18n } from '../../i18n/index.ts';
import { avatarSizeAtom } from '../../state/settings.ts';
import cover from '../../ui/cover.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './chips.module.css';
import { useLastUrl } from './use-last-url.ts';

/** The edge length of new avatars, up to what the photo's detail allows. Remembers the choice. */
export function SizeChoice({
  largest,
  large,
}: {
  readonly largest: AvatarSize;
  readonly large: ReactNode;
}) {
  const [size, setSize] = useAtom(avatarSizeAtom);
  const chosen = Math.min(size, largest);
  return (
    <div className={styles.size}>
      <Segmented
        label={i18n.t('Size')}
        options={[
          { id: '1024', label: '1024 × 1024' },
          { id: '2048', label: '2048 × 2048', disabled: largest < 2048 },
        ]}
        value={chosen === 2048 ? '2048' : '1024'}
        onChange={(edge) => setSize(edge === '2048' ? 2048 : 1024)}
      />
      <p>
        {largest < 2048
          ? i18n.t('This photo has the detail for 1024. Use a photo with a larger face for 2048.')
          : chosen === 2048
            ? large
            : i18n.t('The standard, for every profile. This photo has the detail for 2048 too.')}
      </p>
    </div>
  );
}

/** The badge of each locked style: the smallest plan that includes it. */
export const badgesOf = (
  unlocked: ReadonlySet<Unlock>,
): Readonly<Partial<Record<StyleId, Badge>>> => {
  const word = plansWith('premium-styles')[0]?.name ?? '';
  return Object.fromEntries(
    lockedStyles(STYLE_IDS, unlocked).map((style) => [
      style,
      { word, sentence: lockedSentence([style], unlocked) ?? '' },
    ]),
  );
};

interface ChipPictureProps {
  readonly picture: Blob | undefined;
  readonly sample?: string | undefined;
}

/** The person's own photo in this look; until it is rendered, a sample or a blank sheet. */
export const ChipPicture = ({ picture, sample }: ChipPictureProps) => (
  <span className={styles.picture}>
    {picture ? (
      <Sheet picture={picture} />
    ) : (
      sample !== undefined && (
        <img src={sample} alt="" draggable={false} className={styles.sample} />
      )
    )}
  </span>
);

function Sheet({ picture }: { readonly picture: Blob }) {
  const { url } = useLastUrl(picture);
  return url !== undefined && <img src={url} alt="" draggable={false} />;
}

export interface Badge {
  readonly word: string;
  readonly sentence: string;
}

export const ChipBadge = ({ badge }: { readonly badge: Badge }) => (
  <span className={styles.badge}>
    <span aria-hidden="true">{badge.word}</span>
    <VisuallyHidden>{badge.sentence}</VisuallyHidden>
  </span>
);

export interface ChipsProps<Id extends string> {
  readonly title: string;
  readonly ids: readonly Id[];
  readonly labels: Readonly<Record<Id, string>>;
  readonly pictures: Readonly<Partial<Record<Id, Blob>>>;
  /** Pictures to show while there is no photo. */
  readonly samples?: Readonly<Partial<Record<Id, string>>> | undefined;
  /** The plan that includes a locked one: a word on the picture, a sentence for screen readers. */
  readonly badges?: Readonly<Partial<Record<Id, Badge>>> | undefined;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** Belongs to the selected one, e.g. the colour. */
  readonly children?: ReactNode;
}

/** Selects one of several pictures, which are radio buttons for keyboards and screen readers. */
export function Chips<Id extends string>({
  title,
  ids,
  labels,
  pictures,
  samples,
  badges,
  chosen,
  onChoose,
  children,
}: ChipsProps<Id>) {
  const group = useId();
  const row = useRef<HTMLDivElement>(null);
  // On a phone they form one row, which scrolls the selected one to the middle.
  useEffect(() => {
    const chip = row.current?.querySelector('input:checked')?.parentElement;
    if (row.current && chip)
      row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2;
  }, [chosen]);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        {title} <small aria-hidden="true">{labels[chosen]}</small>
      </legend>
      <div ref={row} className={styles.chips}>
        {ids.map((id) => {
          const badge = badges?.[id];
          return (
            <label key={id} className={styles.chip}>
              <input
                className={cover.cover}
                type="radio"
                name={group}
                value={id}
                checked={id === chosen}
                onChange={() => onChoose(id)}
              />
              <ChipPicture picture={pictures[id]} sample={samples?.[id]} />
              <span className={styles.name}>{labels[id]}</span>
              {badge && <ChipBadge badge={badge} />}
            </label>
          );
        })}
      </div>
      {children}
    </fieldset>
  );
}
