import { useAtom } from 'jotai';
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react';

import type { AvatarSize } from '../../core/avatars.ts';
import type { Choices } from '../../core/drafts.ts';
import { BACKGROUND_IDS, STYLE_IDS, type StyleId } from '../../core/styles.ts';
import { lockedSentence, type Unlock } from '../../core/unlocks.ts';
import { t } from '../../i18n/index.ts';
import { useLastUrl } from '../../state/object-url.ts';
import { avatarSizeAtom } from '../../state/settings.ts';
import { LockIcon } from '../../ui/icons.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import { useSmallPictures, type SmallPicture } from '../parts/small-pictures.ts';
import styles from './chips.module.css';

/** The edge length of new avatars, up to what the photo's detail allows. Remembers the choice. */
export function SizeChoice({
  largest,
  large,
}: {
  readonly largest: AvatarSize;
  readonly large: ReactNode;
}) {
  const [size, setSize] = useAtom(avatarSizeAtom);
  const chosen = largest === 1024 ? largest : size;
  return (
    <div className={ui.stack2}>
      <Segmented
        label={t('Size')}
        options={[
          { id: 1024, label: '1024 × 1024' },
          { id: 2048, label: '2048 × 2048', disabled: largest < 2048 },
        ]}
        value={chosen}
        onChange={setSize}
      />
      <p className={ui.hint}>
        {largest < 2048
          ? t('This photo has the detail for 1024. Use a photo with a larger face for 2048.')
          : chosen === 2048
            ? large
            : t('The standard, for every profile. This photo has the detail for 2048 too.')}
      </p>
    </div>
  );
}

/** What is said about each locked style. */
export const locksOf = (
  unlocked: ReadonlySet<Unlock>,
): Readonly<Partial<Record<StyleId, string>>> =>
  Object.fromEntries(
    STYLE_IDS.flatMap((style) => {
      const sentence = lockedSentence([style], unlocked);
      return sentence === undefined ? [] : [[style, sentence]];
    }),
  );

function Sheet({ picture }: { readonly picture: Blob }) {
  const { url } = useLastUrl(picture);
  return url !== undefined && <img src={url} alt="" draggable={false} className={ui.fill} />;
}

interface Choosable<Id extends string> {
  readonly title: string;
  readonly ids: readonly Id[];
  readonly labels: Readonly<Record<Id, string>>;
  /** The person's own photo in these looks; until one is rendered, a sample or a blank sheet. */
  readonly pictures?: (id: Id) => Blob | undefined;
  /** Pictures to show while there is no photo. */
  readonly samples?: Readonly<Partial<Record<Id, string>>> | undefined;
  /** Which plans include the locked ones. */
  readonly locks?: Readonly<Partial<Record<Id, string>>>;
}

interface ChipOptionsProps<Id extends string> extends Omit<Choosable<Id>, 'title'> {
  /** The radio button or checkbox of one of them. */
  readonly input: (id: Id) => ReactNode;
}

const ChipOptions = <Id extends string>({
  ids,
  labels,
  pictures,
  samples,
  locks,
  input,
}: ChipOptionsProps<Id>) =>
  ids.map((id) => {
    const [picture, sample, lock] = [pictures?.(id), samples?.[id], locks?.[id]];
    return (
      <label key={id} className={styles.chip} title={lock}>
        {input(id)}
        <span className={cx(styles.picture, ui.covered)}>
          {picture ? (
            <Sheet picture={picture} />
          ) : (
            sample !== undefined && (
              <img src={sample} alt="" draggable={false} className={cx(ui.fill, styles.sample)} />
            )
          )}
        </span>
        <span className={styles.name}>{labels[id]}</span>
        {lock !== undefined && (
          <span className={styles.lock}>
            <LockIcon size={12} strokeWidth={2.2} />
            <VisuallyHidden>{lock}</VisuallyHidden>
          </span>
        )}
      </label>
    );
  });

export interface ChipsProps<Id extends string> extends Choosable<Id> {
  /** Its title stands above it already, and is left to screen readers. */
  readonly untitled?: boolean;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  /** Belongs to the selected one, e.g. the colour. */
  readonly children?: ReactNode;
}

/** Selects one of several pictures, which are radio buttons for keyboards and screen readers. */
export function Chips<Id extends string>({
  title,
  untitled = false,
  chosen,
  onChoose,
  children,
  ...options
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
    <fieldset>
      {untitled ? (
        <legend>
          <VisuallyHidden>{title}</VisuallyHidden>
        </legend>
      ) : (
        <legend className={styles.legend}>
          {title} <small aria-hidden="true">{options.labels[chosen]}</small>
        </legend>
      )}
      <div ref={row} className={styles.chips}>
        <ChipOptions
          {...options}
          input={(id) => (
            <input
              className={ui.cover}
              type="radio"
              name={group}
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
          )}
        />
      </div>
      {children}
    </fieldset>
  );
}

interface SeveralProps<Id extends string> extends Choosable<Id> {
  readonly chosen: readonly Id[];
  readonly onChange: (chosen: readonly Id[]) => void;
}

/** Selects one or more of several pictures. */
export const Several = <Id extends string>({
  title,
  chosen,
  onChange,
  ...options
}: SeveralProps<Id>) => (
  <fieldset>
    <legend className={styles.legend}>{title}</legend>
    <div className={styles.several}>
      <ChipOptions
        {...options}
        input={(id) => (
          <input
            className={ui.cover}
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() => {
              const next = options.ids.filter((other) => chosen.includes(other) !== (other === id));
              if (next.length > 0) onChange(next);
            }}
          />
        )}
      />
    </div>
  </fieldset>
);

/** Twice a chip's width, with room for the crop that enlarges the face. */
const CHIP_SIZE = 320;

/** The person's own photo by style and by background, where it is rendered. */
export type ChipPictures = Readonly<
  Record<'style' | 'background', (id: string) => Blob | undefined>
>;

/**
 * The person's own photo in every style on the chosen background, and in the chosen style on every
 * background. They render once the preview is done (`ready`).
 */
export function useChips(
  photo: string | undefined,
  { style, background, seed, options }: Choices,
  ready: boolean,
): ChipPictures {
  const wanted = useMemo((): readonly SmallPicture[] => {
    if (photo === undefined) return [];
    const chosen = { style, background, seed, options };
    return [
      ...STYLE_IDS.map((id) => ({
        place: `style ${id}`,
        photo,
        choices: { ...chosen, style: id },
      })),
      ...BACKGROUND_IDS.map((id) => ({
        place: `background ${id}`,
        photo,
        choices: { ...chosen, background: id },
      })),
    ];
  }, [photo, style, background, seed, options]);
  const pictures = useSmallPictures(wanted, CHIP_SIZE, ready);
  return {
    style: (id) => pictures.get(`style ${id}`),
    background: (id) => pictures.get(`background ${id}`),
  };
}
