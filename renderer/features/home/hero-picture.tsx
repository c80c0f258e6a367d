import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';

import { sampleImage } from '../../core/sample-files.ts';
import { STYLE_LABELS, type StandardStyleId } from '../../core/styles.ts';
import { formatPercent, t } from '../../i18n/index.ts';
import { cx, ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';
import styles from './hero-picture.module.css';

/** Relative widths of the hero's slices: at rest, and of the active one. */
const REST_SHARE = 16;
const ACTIVE_SHARE = 24;
/** The minimum width of a slice, as a fraction of the picture. */
export const MIN_WIDTH = 0.04;

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const scaledTo = (total: number, values: readonly number[]): number[] => {
  const scale = total / sum(values);
  return values.map((value) => value * scale);
};

/** The slices at rest: the active one is half as wide again as the others. */
export function restingWidths(count: number, active: number): number[] {
  return scaledTo(
    1,
    Array.from({ length: count }, (_, index) => (index === active ? ACTIVE_SHARE : REST_SHARE)),
  );
}

/**
 * The edge that the handle moves, as the number of slices left of it: the active slice's right
 * edge, or the left edge if it is the last slice.
 */
export const edgeOf = (count: number, active: number): number => Math.min(active + 1, count - 1);

/** The handle's position at rest. */
export const restingPosition = (count: number, active: number): number =>
  sum(restingWidths(count, active).slice(0, edgeOf(count, active)));

/** Keeps the moved edge where every slice on either side still has MIN_WIDTH. */
export const clampPosition = (count: number, active: number, position: number): number => {
  const edge = edgeOf(count, active);
  return Math.min(1 - (count - edge) * MIN_WIDTH, Math.max(edge * MIN_WIDTH, position));
};

/** Fits slices into `room`: the others shrink only once the active one is at its minimum. */
function fit(room: number, widths: readonly number[], active: number): number[] {
  if (active < 0 || active >= widths.length) return scaledTo(room, widths);
  const others = widths.filter((_, index) => index !== active);
  const wanted = sum(others);
  const forOthers = Math.min(wanted, room - MIN_WIDTH);
  const shrunk = wanted === 0 ? others : scaledTo(Math.max(forOthers, 0), others);
  const grown = room - sum(shrunk);
  return [...shrunk.slice(0, active), grown, ...shrunk.slice(active)];
}

/** The slices with the active one's edge at `position`; the widths add up to 1. */
export function pulledWidths(count: number, active: number, position: number): number[] {
  const resting = restingWidths(count, active);
  const edge = edgeOf(count, active);
  const at = clampPosition(count, active, position);
  return [
    ...fit(at, resting.slice(0, edge), active),
    ...fit(1 - at, resting.slice(edge), active - edge),
  ];
}

/** From left to right, ordered so that neighbours differ most. */
const ORDER: readonly StandardStyleId[] = [
  'realistic',
  'professional',
  'artistic',
  'creative',
  'minimalist',
  'modern',
];
/** Less than its real width on a phone: six pictures are on their way there at once. */
const SIZES = '(max-width: 560px) 274px, (max-width: 800px) 800px, 900px';
/** A slice that isn't chosen is narrow and needs fewer pixels. */
const SLICE_SIZES = '(max-width: 560px) 210px, (max-width: 800px) 512px, 576px';
const FIRST = 2;
const STEP = 0.02;

const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`;

/**
 * One head in six slices. A click or the arrow keys select a slice (they are radio buttons). The
 * handle pulls the selected slice's edge over its neighbours, by pointer or arrow keys.
 */
export function HeroPicture() {
  const [active, setActive] = useState(FIRST);
  const [pulled, setPulled] = useState<number>();
  const [dragging, setDragging] = useState(false);
  const picture = useRef<HTMLDivElement>(null);
  const count = ORDER.length;
  const label = STYLE_LABELS[ORDER[active] ?? 'realistic'];

  const widths =
    pulled === undefined ? restingWidths(count, active) : pulledWidths(count, active, pulled);
  const starts = widths.map((_, index) =>
    widths.slice(0, index).reduce((sum, width) => sum + width, 0),
  );
  const position =
    pulled === undefined ? restingPosition(count, active) : clampPosition(count, active, pulled);

  const choose = (index: number): void => {
    setActive(index);
    setPulled(undefined);
  };
  const pull = (event: PointerEvent): void => {
    const box = picture.current?.getBoundingClientRect();
    if (box) setPulled(clampPosition(count, active, (event.clientX - box.left) / box.width));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = {
      ArrowRight: position + STEP,
      ArrowLeft: position - STEP,
      ArrowUp: position + STEP,
      ArrowDown: position - STEP,
      Home: 0,
      End: 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setPulled(clampPosition(count, active, to));
  };

  return (
    <>
      <div ref={picture} className={cx(styles.picture, dragging && styles.dragging)}>
        <fieldset className={styles.slices}>
          <legend>
            <VisuallyHidden>{t('One face in several styles: choose one')}</VisuallyHidden>
          </legend>
          {ORDER.map((style, index) => (
            <label
              key={style}
              className={cx(styles.slice, index === active && styles.active)}
              style={{ '--from': starts[index], '--width': widths[index] } as CSSProperties}
            >
              <input
                className={ui.cover}
                type="radio"
                name="hero-style"
                checked={index === active}
                onChange={() => choose(index)}
              />
              <VisuallyHidden>{STYLE_LABELS[style]}</VisuallyHidden>
              <img
                // The others load after the text, which a slow connection then shows sooner.
                {...(index === FIRST ? { fetchPriority: 'high' } : { loading: 'lazy' })}
                {...sampleImage(
                  'amara',
                  style,
                  index === active ? SIZES : SLICE_SIZES,
                  [480, 640, 960],
                )}
                alt=""
                draggable={false}
              />
            </label>
          ))}
        </fieldset>
        <div
          className={styles.grip}
          style={{ left: percent(position) }}
          role="slider"
          tabIndex={0}
          aria-label={t('Share of {style}', { style: label })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round((widths[active] ?? 0) * 100)}
          aria-valuetext={`${label}, ${formatPercent(widths[active] ?? 0)}`}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragging(true);
          }}
          onPointerMove={(event) => {
            if (dragging) pull(event);
          }}
          onPointerUp={() => setDragging(false)}
          onPointerCancel={() => setDragging(false)}
          onDoubleClick={() => setPulled(undefined)}
        >
          <svg
            viewBox="0 0 20 20"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            aria-hidden="true"
          >
            <path d="M7 5l-5 5 5 5M13 5l5 5-5 5" />
          </svg>
        </div>
      </div>
      <p className={styles.now}>
        {t('Style {number} of {count}: {style}', { number: active + 1, count, style: label })}
      </p>
      <div className={styles.labels} aria-hidden="true">
        {ORDER.map((style, index) => (
          <span
            key={style}
            className={index === active ? styles.named : undefined}
            style={{ left: percent(starts[index] ?? 0), maxWidth: percent(widths[index] ?? 0) }}
          >
            {STYLE_LABELS[style]}
          </span>
        ))}
      </div>
    </>
  );
}
