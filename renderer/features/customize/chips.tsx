import { useAtom } from 'jotai';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

import type { AvatarSize, Recipe } from '../../core/avatars.ts';
import type { Choices } from '../../core/drafts.ts';
import { isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { BACKGROUND_IDS, STYLE_IDS, type BackgroundId, type StyleId } from '../../core/styles.ts';
import { lockedSentence, type Unlock } from '../../core/unlocks.ts';
import { i18n } from '../../i18n/index.ts';
import type { PhotoAnalysis } from '../../ports/engine.ts';
import { useLastUrl } from '../../state/last-url.ts';
import { usePorts } from '../../state/ports.ts';
import { avatarSizeAtom } from '../../state/settings.ts';
import { cx } from '../../ui/cx.ts';
import { LockIcon } from '../../ui/icons.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import ui from '../../ui/shared.module.css';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './chips.module.css';
import { recipeOf } from './previewer.ts';

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
        label={i18n.t('Size')}
        options={[
          { id: 1024, label: '1024 × 1024' },
          { id: 2048, label: '2048 × 2048', disabled: largest < 2048 },
        ]}
        value={chosen}
        onChange={setSize}
      />
      <p className={ui.hint}>
        {largest < 2048
          ? i18n.t('This photo has the detail for 1024. Use a photo with a larger face for 2048.')
          : chosen === 2048
            ? large
            : i18n.t('The standard, for every profile. This photo has the detail for 2048 too.')}
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
  readonly pictures?: Readonly<Partial<Record<Id, Blob>>>;
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
    const [picture, sample, lock] = [pictures?.[id], samples?.[id], locks?.[id]];
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
/** Every style with every background, and as many again for the previous seed. */
const KEPT = 2 * STYLE_IDS.length * BACKGROUND_IDS.length;

export interface ChipPictures {
  readonly styles: Readonly<Partial<Record<StyleId, Blob>>>;
  readonly backgrounds: Readonly<Partial<Record<BackgroundId, Blob>>>;
}

const EMPTY: ChipPictures = { styles: {}, backgrounds: {} };

/**
 * The person's own photo in every style on the chosen background, and in the chosen style on every
 * background. They render one after the other once the preview is done (`ready`); old ones stay
 * until their replacement arrives.
 */
export function useChips(
  analysis: PhotoAnalysis | undefined,
  choices: Choices,
  ready: boolean,
): ChipPictures {
  const { engine: openEngine } = usePorts();
  const [chips, setChips] = useState<{ analysis: PhotoAnalysis; shown: ChipPictures }>();
  const latest = useRef<{ analysis: PhotoAnalysis; shown: ChipPictures }>(undefined);
  const made = useRef(new Map<string, Blob>());
  const { style, background, seed, options } = choices;

  // Keeps nothing of a photo that was cleared.
  useEffect(() => {
    const kept = made.current;
    return () => {
      kept.clear();
      latest.current = undefined;
      setChips(undefined);
    };
  }, [analysis]);

  useEffect(() => {
    if (!analysis || !ready) return undefined;
    const stop = new AbortController();
    const shownNow = (): ChipPictures =>
      latest.current?.analysis === analysis ? latest.current.shown : EMPTY;
    const before = shownNow();
    const renderChips = async (): Promise<void> => {
      const engine = await openEngine();
      const chip = async (recipe: Recipe): Promise<Blob> => {
        const key = JSON.stringify([analysis.id, recipe]);
        const kept = made.current.get(key);
        if (kept) return kept;
        const { picture } = await engine.render(analysis, recipe, {
          size: CHIP_SIZE,
          format: recipe.background === 'none' ? 'png' : 'jpeg',
          draft: true,
          priority: 'chip',
          signal: stop.signal,
        });
        made.current.set(key, picture);
        for (const old of [...made.current.keys()].slice(0, -KEPT)) made.current.delete(old);
        return picture;
      };
      const chosen = recipeOf({ style, background, seed, options }, engine);
      const wanted = [
        ...STYLE_IDS.map((id) => ({
          row: 'styles' as const,
          id,
          bare: !before.styles[id],
          recipe: { ...chosen, style: id },
        })),
        ...BACKGROUND_IDS.map((id) => ({
          row: 'backgrounds' as const,
          id,
          bare: !before.backgrounds[id],
          recipe: { ...chosen, background: id },
        })),
      ];
      // Empty chips first, so that all fill up even while the user tries one choice after another.
      for (const { row, id, recipe } of [
        ...wanted.filter(({ bare }) => bare),
        ...wanted.filter(({ bare }) => !bare),
      ]) {
        const picture = await chip(recipe).catch(unlessStopped);
        if (stop.signal.aborted) return;
        if (!picture) continue;
        const now = shownNow();
        latest.current = { analysis, shown: { ...now, [row]: { ...now[row], [id]: picture } } };
        setChips(latest.current);
      }
    };
    renderChips().catch(noted('customize.chips'));
    return () => stop.abort();
  }, [analysis, ready, style, background, seed, options, openEngine]);

  return chips && chips.analysis === analysis ? chips.shown : EMPTY;
}

/** A chip that can't be made stays empty; when it is chosen, its preview says why. */
function unlessStopped(failure: unknown): undefined {
  if (isAbort(failure)) throw failure;
  return undefined;
}
