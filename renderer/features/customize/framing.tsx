import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from 'react';

import { boundCrop, CROP_LIMITS, dragCrop, isNoCrop, NO_CROP, type Crop } from '../../core/crop.ts';
import { formatNumber, formatPercent, t } from '../../i18n/index.ts';
import { TextButton } from '../../ui/button.tsx';
import { ArrowIcon } from '../../ui/icons.tsx';
import { cx } from '../../ui/shared.ts';
import { newGesture, Slider } from '../../ui/slider.tsx';
import { useFingers } from '../parts/use-fingers.ts';
import styles from './framing.module.css';
import surfaces from './surface.module.css';
import tools from './tools.module.css';

/** Wheel turns within this time of each other are one gesture. */
const WHEEL_PAUSE_MS = 400;
const STEP = { move: 0.01, zoom: 0.02, tilt: 1 };
const LEAP = 5;

/** The framing after a key; undefined for keys that don't change it. */
export function keyCrop(key: string, shift: boolean, crop: Crop): Crop | undefined {
  const times = shift ? LEAP : 1;
  const [move, zoom, tilt] = [STEP.move * times, STEP.zoom * times, STEP.tilt * times];
  const change: Partial<Crop> | undefined = {
    ArrowLeft: { x: crop.x - move },
    ArrowRight: { x: crop.x + move },
    ArrowUp: { y: crop.y - move },
    ArrowDown: { y: crop.y + move },
    '+': { zoom: crop.zoom + zoom },
    '=': { zoom: crop.zoom + zoom },
    '-': { zoom: crop.zoom - zoom },
    _: { zoom: crop.zoom - zoom },
    '[': { roll: crop.roll - tilt },
    ']': { roll: crop.roll + tilt },
  }[key];
  return change && boundCrop({ ...crop, ...change });
}

/** Framing on the picture itself: drag, wheel, two fingers, keys. */
function useFraming(
  surface: RefObject<HTMLElement | null>,
  crop: Crop,
  onChange: (crop: Crop, gesture: string) => void,
) {
  const gesture = useRef('');
  const lastTurn = useRef(0);
  const fingers = useFingers(
    crop,
    () => {
      gesture.current = newGesture('framing');
      return true;
    },
    (from, before, now) => onChange(dragCrop(from, before, now), gesture.current),
  );

  useWheel(surface, ({ timeStamp, deltaY, ctrlKey }) => {
    if (timeStamp - lastTurn.current > WHEEL_PAUSE_MS) gesture.current = newGesture('framing');
    lastTurn.current = timeStamp;
    // Trackpads report a pinch as a wheel with Ctrl, in smaller steps.
    const factor = Math.exp(-deltaY * (ctrlKey ? 0.01 : 0.0012));
    onChange(boundCrop({ ...crop, zoom: crop.zoom * factor }), gesture.current);
  });

  return {
    ...fingers,
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = keyCrop(event.key, event.shiftKey, crop);
      if (!next) return;
      event.preventDefault();
      if (!event.repeat) gesture.current = newGesture('framing');
      onChange(next, gesture.current);
    },
  };
}

export interface FramingProps {
  readonly crop: Crop;
  readonly onChange: (crop: Crop, gesture?: string) => void;
}

/** The picture while it is framed, below a grid of thirds. */
export function FramingSurface({
  crop,
  onChange,
  picture,
  label,
}: FramingProps & { readonly picture: string; readonly label: string }) {
  const surface = useRef<HTMLDivElement>(null);
  const hands = useFraming(surface, crop, onChange);
  return (
    <div
      ref={surface}
      className={cx(surfaces.surface, styles.surface)}
      role="group"
      tabIndex={0}
      aria-label={t('Framing: arrow keys move, plus and minus zoom, the square brackets tilt')}
      {...hands}
    >
      <img
        className={surfaces.picture}
        src={picture}
        alt={t('You in the style {style}', { style: label })}
        draggable={false}
      />
      <i className={styles.grid} aria-hidden="true" />
    </div>
  );
}

const DIRECTIONS = [
  [t('Move left'), { x: -1, y: 0 }, -90],
  [t('Move up'), { x: 0, y: -1 }, 0],
  [t('Move down'), { x: 0, y: 1 }, 180],
  [t('Move right'), { x: 1, y: 0 }, 90],
] as const;
const NUDGE = 0.02;
const ROLL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** The same with buttons and sliders, for people who find dragging hard. */
export const FramingControls = ({ crop, onChange }: FramingProps) => (
  <div className={cx(tools.adjust, styles.controls)}>
    <div className={styles.pad} role="group" aria-label={t('Position')}>
      {DIRECTIONS.map(([name, { x, y }, angle]) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          onClick={() =>
            onChange(boundCrop({ ...crop, x: crop.x + x * NUDGE, y: crop.y + y * NUDGE }))
          }
        >
          <ArrowIcon
            size={16}
            strokeWidth={1.7}
            style={{ '--angle': `${String(angle)}deg` } as CSSProperties}
          />
        </button>
      ))}
    </div>
    <Slider
      label={t('Zoom')}
      min={CROP_LIMITS.zoom[0]}
      max={CROP_LIMITS.zoom[1]}
      step={0.01}
      origin={NO_CROP.zoom}
      value={crop.zoom}
      text={formatPercent(crop.zoom)}
      onChange={(zoom, gesture) => onChange(boundCrop({ ...crop, zoom }), gesture)}
    />
    <Slider
      label={t('Tilt')}
      min={CROP_LIMITS.roll[0]}
      max={CROP_LIMITS.roll[1]}
      step={0.5}
      origin={NO_CROP.roll}
      value={crop.roll}
      text={`${formatNumber(crop.roll, ROLL).replace('-', '−')}°`}
      inPicture
      onChange={(roll, gesture) => onChange(boundCrop({ ...crop, roll }), gesture)}
    />
    <TextButton disabled={isNoCrop(crop)} onClick={() => onChange(NO_CROP)}>
      {t('Reset')}
    </TextButton>
  </div>
);

/** Listens to the wheel. React's own listener is passive and couldn't stop the page from scrolling. */
export function useWheel(
  surface: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  const turned = useEffectEvent(onWheel);
  useLayoutEffect(() => {
    const element = surface.current;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      turned(event);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [surface]);
}
