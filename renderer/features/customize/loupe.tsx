import {
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';

import { formatPercent, t } from '../../i18n/index.ts';
import { CompareIcon } from '../../ui/icons.tsx';
import { cx } from '../../ui/shared.ts';
import styles from './loupe.module.css';
import surfaces from './surface.module.css';

const HOLD_MS = 320;
/** A press that moves further is a drag, in CSS pixels. */
const SLACK = 6;
const STEP = 2;
const LEAP = 10;

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

const within = (percent: number): number => Math.min(100, Math.max(0, percent));

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
      x: within(((event.clientX - box.left) / box.width) * 100),
      y: within(((event.clientY - box.top) / box.height) * 100),
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
    }, HOLD_MS);
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
    now.dragging ||= Math.hypot(event.clientX - now.x, event.clientY - now.y) > SLACK;
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
    const step = event.shiftKey ? LEAP : STEP;
    const to = {
      ArrowLeft: split - step,
      ArrowDown: split - step,
      ArrowRight: split + step,
      ArrowUp: split + step,
      PageDown: split - LEAP,
      PageUp: split + LEAP,
      Home: 0,
      End: 100,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setSplit(within(to));
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

export interface LoupeProps {
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
      className={cx(
        surfaces.surface,
        styles.loupe,
        zoomAt && styles.zoomed,
        stale && styles.waiting,
      )}
      style={vars}
      {...surface}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className={styles.layers}>
        <img src={photo} alt={t('Your photo')} draggable={false} />
        <div className={styles.after}>
          <img
            ref={image}
            src={picture}
            alt={t('You in the style {style}', { style: label })}
            draggable={false}
            onLoad={measure}
          />
        </div>
        <i className={styles.line} aria-hidden="true" />
      </div>
      <span className={cx(styles.tag, styles.left, split < 18 && styles.off)} aria-hidden="true">
        {t('Photo')}
      </span>
      <span className={cx(styles.tag, styles.right, split > 82 && styles.off)} aria-hidden="true">
        {state}
      </span>
      <div
        className={cx(surfaces.grip, styles.grip)}
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
