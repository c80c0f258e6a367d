import {
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';

import { boundCrop, dragCrop, type Crop, type Touch } from '../../core/crop.ts';
import { newGesture } from '../../ui/slider.tsx';

/** Wheel turns within this time of each other are one gesture. */
const WHEEL_PAUSE_MS = 400;
const STEP = { move: 0.01, zoom: 0.02, tilt: 1 };
const LEAP = 5;

export interface FramingHands {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

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
export function useFraming(
  surface: RefObject<HTMLElement | null>,
  crop: Crop,
  onChange: (crop: Crop, gesture: string) => void,
): FramingHands {
  const latest = useRef({ crop, onChange });
  useLayoutEffect(() => {
    latest.current = { crop, onChange };
  });
  const fingers = useRef(new Map<number, Touch>());
  /** The fingers' places and the framing when a finger last came or went. */
  const start = useRef<{ touches: readonly Touch[]; crop: Crop }>({ touches: [], crop });
  const gesture = useRef('');

  const place = (event: { clientX: number; clientY: number }): Touch => {
    const box = surface.current?.getBoundingClientRect();
    return box
      ? { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
      : { x: 0, y: 0 };
  };
  const rebase = (): void => {
    start.current = { touches: [...fingers.current.values()], crop: latest.current.crop };
  };

  useLayoutEffect(() => {
    const element = surface.current;
    let last = 0;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      if (event.timeStamp - last > WHEEL_PAUSE_MS) gesture.current = newGesture('framing');
      last = event.timeStamp;
      const { crop: now, onChange: change } = latest.current;
      // Trackpads report a pinch as a wheel with Ctrl, in smaller steps.
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0012));
      change(boundCrop({ ...now, zoom: now.zoom * factor }), gesture.current);
    };
    // React's own listener is passive, so the page would scroll along.
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [surface]);

  const lift = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    rebase();
  };
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (fingers.current.size === 0) gesture.current = newGesture('framing');
      fingers.current.set(event.pointerId, place(event));
      rebase();
    },
    onPointerMove(event) {
      if (!fingers.current.has(event.pointerId)) return;
      fingers.current.set(event.pointerId, place(event));
      latest.current.onChange(
        dragCrop(start.current.crop, start.current.touches, [...fingers.current.values()]),
        gesture.current,
      );
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = keyCrop(event.key, event.shiftKey, latest.current.crop);
      if (!next) return;
      event.preventDefault();
      if (!event.repeat) gesture.current = newGesture('framing');
      latest.current.onChange(next, gesture.current);
    },
  };
}
