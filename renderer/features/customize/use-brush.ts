import { useAtom } from 'jotai';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import type { Stroke } from '../../core/strokes.ts';
import { changedBrush, followed, pinched, pointOn, steppedTo, strokeSize } from './brush-moves.ts';
import { brushAtom, zoomedAt, type Brush, type Point, type Size } from './brush-state.ts';

export interface BrushHands {
  readonly brush: Brush;
  /** Points of the stroke being painted, x and y in turn; empty without one. */
  readonly line: readonly number[];
  /** The brush's place on the photo, in fractions; undefined while it is away. */
  readonly cursor: Point | undefined;
  /** The keyboard has put the brush down. */
  readonly down: boolean;
  readonly hands: object;
}

/**
 * Painting by mouse, pen, finger and keyboard. One finger paints, two zoom and pan; the wheel
 * zooms; arrow keys move the brush, Space puts it down and lifts it.
 */
export function useBrush(
  surface: React.RefObject<HTMLDivElement | null>,
  photo: Size,
  onStroke: (stroke: Pick<Stroke, 'mode' | 'size' | 'points'>) => void,
): BrushHands {
  const [brush, setBrush] = useAtom(brushAtom);
  const [line, setLine] = useState<readonly number[]>([]);
  const [cursor, setCursor] = useState<Point>();
  const [down, setDown] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const painting = useRef<number>(undefined);
  const drawn = useRef<number[]>([]);

  const pointAt = (clientX: number, clientY: number): Point => {
    const box = surface.current?.getBoundingClientRect();
    return box ? pointOn(brush, photo, box, [clientX, clientY]) : [0.5, 0.5];
  };
  const extend = (...points: readonly Point[]): void => {
    for (const [x, y] of points) drawn.current.push(x, y);
    setLine([...drawn.current]);
  };
  const abandon = (): void => {
    painting.current = undefined;
    drawn.current = [];
    setLine([]);
    setDown(false);
  };
  const finish = (): void => {
    const points = drawn.current;
    abandon();
    if (points.length >= 2) onStroke({ mode: brush.mode, size: strokeSize(brush), points });
  };

  const pointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    surface.current?.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, [event.clientX, event.clientY]);
    // A second finger starts a zoom, so what the first one began is no stroke.
    if (fingers.current.size > 1) {
      abandon();
      return;
    }
    painting.current = event.pointerId;
    drawn.current = [];
    extend(pointAt(event.clientX, event.clientY));
  };
  const pinch = (id: number, to: Point): void => {
    const other = [...fingers.current].find(([name]) => name !== id)?.[1];
    const from = fingers.current.get(id);
    const box = surface.current?.getBoundingClientRect();
    if (other && from && box) setBrush(pinched(brush, photo, box, { from, to, other }));
  };
  const pointerMove = (event: PointerEvent): void => {
    const to: Point = [event.clientX, event.clientY];
    if (fingers.current.size > 1 && fingers.current.has(event.pointerId)) {
      pinch(event.pointerId, to);
      fingers.current.set(event.pointerId, to);
      return;
    }
    setCursor(pointAt(...to));
    if (painting.current !== event.pointerId) return;
    const passed = event.nativeEvent.getCoalescedEvents();
    extend(
      ...(passed.length > 0 ? passed : [event.nativeEvent]).map(({ clientX, clientY }) =>
        pointAt(clientX, clientY),
      ),
    );
  };
  const pointerUp = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    if (painting.current === event.pointerId) finish();
  };
  const pointerCancel = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    if (painting.current === event.pointerId) abandon();
  };

  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = cursor ?? [brush.x, brush.y];
    const next = steppedTo(event.key, event.shiftKey, brush, photo, [x, y]);
    const changed = changedBrush(event.key, brush, x, y);
    if (next) {
      setCursor(next);
      if (down) extend(next);
      setBrush(followed(brush, next));
    } else if (event.key === ' ') {
      // While Space is held, its repeats neither lift nor paint.
      if (down && !event.repeat) finish();
      else if (!event.repeat) {
        setCursor([x, y]);
        setDown(true);
        extend([x, y]);
      }
    } else if (event.key === 'Enter') {
      drawn.current = [x, y];
      setCursor([x, y]);
      finish();
    } else if (event.key === 'Escape' && (down || painting.current !== undefined)) abandon();
    else if (changed) setBrush(changed);
    else return;
    event.preventDefault();
  };

  useWheel(surface, (event) => {
    event.preventDefault();
    const [x, y] = pointAt(event.clientX, event.clientY);
    setBrush(zoomedAt(brush, Math.exp(-event.deltaY / 400), x, y));
  });

  return {
    brush,
    line,
    cursor,
    down,
    hands: {
      onPointerDown: pointerDown,
      onPointerMove: pointerMove,
      onPointerUp: pointerUp,
      onPointerCancel: pointerCancel,
      onPointerLeave: () => painting.current === undefined && setCursor(undefined),
      onKeyDown: keyDown,
      onBlur: abandon,
    },
  };
}

/** React's own wheel listener is passive and couldn't stop the page from scrolling. */
function useWheel(
  surface: React.RefObject<HTMLDivElement | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  const latest = useRef(onWheel);
  useLayoutEffect(() => {
    latest.current = onWheel;
  });
  useLayoutEffect(() => {
    const element = surface.current;
    const turn = (event: WheelEvent): void => latest.current(event);
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [surface]);
}
