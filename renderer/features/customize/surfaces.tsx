import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';

import { boundCrop, CROP_LIMITS, dragCrop, isNoCrop, NO_CROP, type Crop } from '../../core/crop.ts';
import { formatNumber, formatPercent, t } from '../../i18n/index.ts';
import { TextButton } from '../../ui/button.tsx';
import { ArrowIcon, CompareIcon } from '../../ui/icons.tsx';
import { cx } from '../../ui/shared.ts';
import { newGesture, Slider } from '../../ui/slider.tsx';
import { useFingers } from '../parts/use-fingers.ts';
import framing from './framing.module.css';
import light from './light.module.css';
import loupe from './loupe.module.css';
import surfaces from './surface.module.css';
import tools from './tools.module.css';

/** Wheel turns within this time of each other are one gesture. */
const WHEEL_PAUSE_MS = 400;
const CROP_STEP = { move: 0.01, zoom: 0.02, tilt: 1 };
const CROP_LEAP = 5;

/** The framing after a key; undefined for keys that don't change it. */
export function keyCrop(key: string, shift: boolean, crop: Crop): Crop | undefined {
  const times = shift ? CROP_LEAP : 1;
  const [move, zoom, tilt] = [
    CROP_STEP.move * times,
    CROP_STEP.zoom * times,
    CROP_STEP.tilt * times,
  ];
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

interface FramingProps {
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
      className={cx(surfaces.surface, framing.surface)}
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
      <i className={framing.grid} aria-hidden="true" />
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
  <div className={cx(tools.adjust, framing.controls)}>
    <div className={framing.pad} role="group" aria-label={t('Position')}>
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

/** The ring's radius, in per cent of the picture's width. */
const LIGHT_RADIUS = 43;
const LIGHT_STEP = 5;
const LIGHT_LEAP = 15;
/** Where the lamp is shown while the style places the light, in degrees. */
const AT_REST = 135;

/** Whole degrees from 0 to 359: 0 is right, counter-clockwise. */
export const wrapAngle = (degrees: number): number => ((Math.round(degrees) % 360) + 360) % 360;

const LIGHT_SIDES = [
  t('from the right'),
  t('from the upper right'),
  t('from above'),
  t('from the upper left'),
  t('from the left'),
  t('from the lower left'),
  t('from below'),
  t('from the lower right'),
] as const;
export const lightWords = (angle: number): string =>
  LIGHT_SIDES[Math.round(wrapAngle(angle) / 45) % 8] ?? LIGHT_SIDES[0];

interface LightProps {
  /** Undefined: the style places the light. */
  readonly angle: number | undefined;
  readonly onChange: (angle: number | undefined, gesture?: string) => void;
}

/** A lamp on a ring around the person: drag it, tap the ring, or turn it with the arrow keys. */
export function LightRing({
  angle,
  onChange,
  picture,
  label,
}: LightProps & { readonly picture: string; readonly label: string }) {
  const ring = useRef<HTMLDivElement>(null);
  const gesture = useRef<string>(undefined);
  const shown = angle ?? AT_REST;
  const radians = (shown * Math.PI) / 180;

  const follow = (event: PointerEvent): void => {
    const box = ring.current?.getBoundingClientRect();
    if (!box || gesture.current === undefined) return;
    const [x, y] = [
      event.clientX - box.left - box.width / 2,
      event.clientY - box.top - box.height / 2,
    ];
    onChange(wrapAngle((Math.atan2(-y, x) * 180) / Math.PI), gesture.current);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? LIGHT_LEAP : LIGHT_STEP;
    const turn = {
      ArrowLeft: step,
      ArrowUp: step,
      ArrowRight: -step,
      ArrowDown: -step,
      PageUp: LIGHT_LEAP,
      PageDown: -LIGHT_LEAP,
    }[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    if (!event.repeat) gesture.current = newGesture('light');
    onChange(wrapAngle(shown + turn), gesture.current);
  };

  return (
    <div
      ref={ring}
      className={cx(surfaces.surface, light.ring)}
      style={
        {
          '--x': `${String(50 + LIGHT_RADIUS * Math.cos(radians))}%`,
          '--y': `${String(50 - LIGHT_RADIUS * Math.sin(radians))}%`,
          '--turn': `${String(-shown)}deg`,
        } as CSSProperties
      }
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        gesture.current = newGesture('light');
        follow(event);
      }}
      onPointerMove={(event) =>
        event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)
      }
    >
      <img
        className={surfaces.picture}
        src={picture}
        alt={t('You in the style {style}', { style: label })}
        draggable={false}
      />
      <i className={light.beam} aria-hidden="true" />
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={light.under} cx="50" cy="50" r={LIGHT_RADIUS} />
        <circle className={light.over} cx="50" cy="50" r={LIGHT_RADIUS} />
      </svg>
      <div
        className={cx(surfaces.grip, light.lamp)}
        data-own={angle !== undefined}
        role="slider"
        tabIndex={0}
        aria-label={t('Direction of the light')}
        aria-valuemin={0}
        aria-valuemax={359}
        aria-valuenow={shown}
        aria-valuetext={
          angle === undefined
            ? t('chosen by the style')
            : t('{side}, {angle, plural, one {# degree} other {# degrees}}', {
                side: lightWords(angle),
                angle,
              })
        }
        onKeyDown={keyDown}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <circle cx="12" cy="12" r="4.2" />
          <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1" />
        </svg>
      </div>
    </div>
  );
}

export const LightControls = ({ angle, onChange }: LightProps) => (
  <div className={light.controls}>
    <p>
      {angle === undefined
        ? t(
            'Light: automatic. Drag the lamp round the picture to change it, or use the arrow keys.',
          )
        : t('Light {side}', { side: lightWords(angle) })}
      {angle !== undefined && <span>{angle}°</span>}
    </p>
    <TextButton disabled={angle === undefined} onClick={() => onChange(undefined)}>
      {t('Reset')}
    </TextButton>
  </div>
);

const LOUPE_HOLD_MS = 320;
/** A press that moves further is a drag, in CSS pixels. */
const LOUPE_SLACK = 6;
const LOUPE_STEP = 2;
const LOUPE_LEAP = 10;

/** A place on the picture, in per cent of its width and height. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** A press that may become a drag; it began at x and y of the window, in CSS pixels. */
interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: number;
  dragging: boolean;
  zoomed: boolean;
}

const withinLoupe = (percent: number): number => Math.min(100, Math.max(0, percent));

const isOnGrip = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('[role=slider]') !== null;

/**
 * The divider and the magnifier of two pictures on top of each other. The divider follows a drag, a
 * tap or the arrow keys; holding still, or holding Space, magnifies the place.
 */
function useLoupe(frame: RefObject<HTMLDivElement | null>) {
  const [split, setSplit] = useState(47);
  const [zoomAt, setZoomAt] = useState<Place>();
  const press = useRef<Press>(undefined);

  const place = (event: PointerEvent): Place => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return { x: 50, y: 50 };
    return {
      x: withinLoupe(((event.clientX - box.left) / box.width) * 100),
      y: withinLoupe(((event.clientY - box.top) / box.height) * 100),
    };
  };
  const end = (): void => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = undefined;
    setZoomAt(undefined);
  };

  const down = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    const at = place(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    const timer = window.setTimeout(() => {
      if (press.current && !press.current.dragging) {
        press.current.zoomed = true;
        setZoomAt(at);
      }
    }, LOUPE_HOLD_MS);
    press.current = {
      x: event.clientX,
      y: event.clientY,
      timer,
      dragging: isOnGrip(event),
      zoomed: false,
    };
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const now = press.current;
    if (!now) return;
    if (now.zoomed) {
      setZoomAt(place(event));
      return;
    }
    now.dragging ||= Math.hypot(event.clientX - now.x, event.clientY - now.y) > LOUPE_SLACK;
    if (now.dragging) setSplit(place(event).x);
  };
  const up = (event: PointerEvent<HTMLDivElement>): void => {
    const now = press.current;
    if (now && !now.dragging && !now.zoomed && !isOnGrip(event)) setSplit(place(event).x);
    end();
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ') {
      event.preventDefault();
      setZoomAt((before) => before ?? { x: split, y: 45 });
      return;
    }
    const step = event.shiftKey ? LOUPE_LEAP : LOUPE_STEP;
    const to = {
      ArrowLeft: split - step,
      ArrowDown: split - step,
      ArrowRight: split + step,
      ArrowUp: split + step,
      PageDown: split - LOUPE_LEAP,
      PageUp: split + LOUPE_LEAP,
      Home: 0,
      End: 100,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setSplit(withinLoupe(to));
  };

  const stopZoom = (): void => setZoomAt(undefined);
  return {
    split,
    zoomAt,
    surface: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: end },
    grip: {
      onKeyDown: keyDown,
      onKeyUp: (event: KeyboardEvent) => event.key === ' ' && stopZoom(),
      onBlur: stopZoom,
    },
  };
}

interface LoupeProps {
  readonly photo: string;
  readonly picture: string;
  /** What the right side shows, e.g. 'Artistic'. */
  readonly label: string;
  /** The words on it: the style, or what is still being made. */
  readonly state: string;
  /** The picture shows an earlier choice; it turns pale if the next one takes long. */
  readonly stale: boolean;
}

/**
 * Before and after on one picture. The divider follows a drag, a tap or the arrow keys. Holding
 * still, or holding Space, magnifies the place to at least one picture pixel per CSS pixel.
 */
export function Loupe({ photo, picture, label, state, stale }: LoupeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const { split, zoomAt, surface, grip } = useLoupe(frame);

  // One picture pixel per CSS pixel, but always larger than the whole picture.
  const [natural, setNatural] = useState(1024);
  const [shownWidth, setShownWidth] = useState(840);
  const zoom = Math.max(1.5, natural / shownWidth);
  const measure = (): void => {
    setNatural(image.current?.naturalWidth ?? 1024);
    setShownWidth(frame.current?.clientWidth ?? 840);
  };

  const vars = {
    '--split': `${String(split)}%`,
    '--zoom': zoomAt ? zoom : 1,
    '--x': `${String(zoomAt?.x ?? 50)}%`,
    '--y': `${String(zoomAt?.y ?? 50)}%`,
  } as CSSProperties;

  return (
    <div
      ref={frame}
      className={cx(surfaces.surface, loupe.loupe, zoomAt && loupe.zoomed, stale && loupe.waiting)}
      style={vars}
      {...surface}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className={loupe.layers}>
        <img src={photo} alt={t('Your photo')} draggable={false} />
        <div className={loupe.after}>
          <img
            ref={image}
            src={picture}
            alt={t('You in the style {style}', { style: label })}
            draggable={false}
            onLoad={measure}
          />
        </div>
        <i className={loupe.line} aria-hidden="true" />
      </div>
      <span className={cx(loupe.tag, loupe.left, split < 18 && loupe.off)} aria-hidden="true">
        {t('Photo')}
      </span>
      <span className={cx(loupe.tag, loupe.right, split > 82 && loupe.off)} aria-hidden="true">
        {state}
      </span>
      <div
        className={cx(surfaces.grip, loupe.grip)}
        role="slider"
        tabIndex={0}
        aria-label={t('Photo and avatar, before and after')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(split)}
        aria-valuetext={t('{percent} photo', { percent: formatPercent(split / 100) })}
        {...grip}
      >
        <CompareIcon size={20} strokeWidth={1.7} aria-hidden="true" />
      </div>
    </div>
  );
}
