import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';

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
export function useLoupe(frame: RefObject<HTMLDivElement | null>) {
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
