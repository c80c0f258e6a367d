import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import type { Stroke } from '../../core/strokes.ts';
import { useAtom } from '../../state/jotai.ts';
import { boundBrush, brushAtom, sheetOf, zoomedAt, type Brush } from './brush-state.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}
type Point = readonly [x: number, y: number];

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

const ZOOM_STEP = 1.25;
const MODES = { 1: 'keep', 2: 'remove', 3: 'soft' } as const;

/** The brush's diameter as stored with a stroke: a fraction of the photo's longer side. */
export const strokeSize = ({ width, zoom }: Brush): number => width / zoom;

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
    if (!box) return [0.5, 0.5];
    const sheet = sheetOf(brush, photo);
    return [
      (((clientX - box.left) / box.width) * 100 - sheet.left) / sheet.width,
      (((clientY - box.top) / box.height) * 100 - sheet.top) / sheet.height,
    ];
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
    if (!other || !from || !box) return;
    const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const [was, is] = [middle(from, other), middle(to, other)];
    const [x, y] = pointAt(...was);
    const zoomed = zoomedAt(brush, apart(to, other) / Math.max(1, apart(from, other)), x, y);
    const sheet = sheetOf(zoomed, photo);
    setBrush(
      boundBrush({
        ...zoomed,
        x: zoomed.x - (((is[0] - was[0]) / box.width) * 100) / sheet.width,
        y: zoomed.y - (((is[1] - was[1]) / box.height) * 100) / sheet.height,
      }),
    );
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
    const longer = Math.max(photo.width, photo.height);
    const stride = strokeSize(brush) * (event.shiftKey ? 1 : 0.25) * longer;
    const move = {
      ArrowLeft: [-stride, 0],
      ArrowRight: [stride, 0],
      ArrowUp: [0, -stride],
      ArrowDown: [0, stride],
    }[event.key];
    if (move) {
      const next: Point = [
        Math.max(0, Math.min(1, x + (move[0] ?? 0) / photo.width)),
        Math.max(0, Math.min(1, y + (move[1] ?? 0) / photo.height)),
      ];
      setCursor(next);
      if (down) extend(next);
      // Keeps the brush in view.
      const reach = 0.35 / brush.zoom;
      const follow = (middle: number, at: number): number =>
        Math.max(at - reach, Math.min(at + reach, middle));
      setBrush(boundBrush({ ...brush, x: follow(brush.x, next[0]), y: follow(brush.y, next[1]) }));
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
    else if (event.key === '+' || event.key === '=') setBrush(zoomedAt(brush, ZOOM_STEP, x, y));
    else if (event.key === '-') setBrush(zoomedAt(brush, 1 / ZOOM_STEP, x, y));
    else if (event.key === '[') setBrush(boundBrush({ ...brush, width: brush.width / ZOOM_STEP }));
    else if (event.key === ']') setBrush(boundBrush({ ...brush, width: brush.width * ZOOM_STEP }));
    else if (event.key in MODES)
      setBrush({ ...brush, mode: MODES[Number(event.key) as keyof typeof MODES] });
    else return;
    event.preventDefault();
  };

  // React's wheel listener is passive and couldn't stop the page from scrolling.
  const wheel = useRef<(event: WheelEvent) => void>(undefined);
  useEffect(() => {
    wheel.current = (event) => {
      event.preventDefault();
      const [x, y] = pointAt(event.clientX, event.clientY);
      setBrush(zoomedAt(brush, Math.exp(-event.deltaY / 400), x, y));
    };
  });
  useEffect(() => {
    const element = surface.current;
    const turn = (event: WheelEvent): void => wheel.current?.(event);
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [surface]);

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
