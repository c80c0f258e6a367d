import { atom, useAtom } from 'jotai';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import type { Stroke, StrokeMode } from '../../core/strokes.ts';
import { useWheel } from './framing.tsx';

const ZOOM_STEP = 1.25;
const MODES = { 1: 'keep', 2: 'remove', 3: 'soft' } as const;

/** The brush's diameter as stored with a stroke: a fraction of the photo's longer side. */
export const strokeSize = ({ width, zoom }: Brush): number => width / zoom;

/** The point of the photo (fractions) at a point of the window, for a stage that fills `box`. */
function pointOn(brush: Brush, photo: Size, box: DOMRect, [x, y]: Point): Point {
  const sheet = sheetOf(brush, photo);
  return [
    (((x - box.left) / box.width) * 100 - sheet.left) / sheet.width,
    (((y - box.top) / box.height) * 100 - sheet.top) / sheet.height,
  ];
}

/** Zooms and pans as one finger goes from a point to another while the other finger rests. */
function pinched(
  brush: Brush,
  photo: Size,
  box: DOMRect,
  { from, to, other }: { readonly from: Point; readonly to: Point; readonly other: Point },
): Brush {
  const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [was, is] = [middle(from, other), middle(to, other)];
  const [x, y] = pointOn(brush, photo, box, was);
  const zoomed = zoomedAt(brush, apart(to, other) / Math.max(1, apart(from, other)), x, y);
  const sheet = sheetOf(zoomed, photo);
  return boundBrush({
    ...zoomed,
    x: zoomed.x - (((is[0] - was[0]) / box.width) * 100) / sheet.width,
    y: zoomed.y - (((is[1] - was[1]) / box.height) * 100) / sheet.height,
  });
}

/** Where an arrow key moves the brush: a quarter of its width, or all of it. */
function steppedTo(
  key: string,
  far: boolean,
  brush: Brush,
  photo: Size,
  [x, y]: Point,
): Point | undefined {
  const stride = strokeSize(brush) * (far ? 1 : 0.25) * Math.max(photo.width, photo.height);
  const move = {
    ArrowLeft: [-stride, 0],
    ArrowRight: [stride, 0],
    ArrowUp: [0, -stride],
    ArrowDown: [0, stride],
  }[key];
  if (!move) return undefined;
  const [dx = 0, dy = 0] = move;
  return [
    Math.max(0, Math.min(1, x + dx / photo.width)),
    Math.max(0, Math.min(1, y + dy / photo.height)),
  ];
}

/** Pans so that the point stays in view. */
function followed(brush: Brush, [x, y]: Point): Brush {
  const reach = 0.35 / brush.zoom;
  const follow = (middle: number, at: number): number =>
    Math.max(at - reach, Math.min(at + reach, middle));
  return boundBrush({ ...brush, x: follow(brush.x, x), y: follow(brush.y, y) });
}

/** The brush after a key that zooms (around a point), resizes or chooses what it does. */
function changedBrush(key: string, brush: Brush, x: number, y: number): Brush | undefined {
  if (key === '+' || key === '=') return zoomedAt(brush, ZOOM_STEP, x, y);
  if (key === '-') return zoomedAt(brush, 1 / ZOOM_STEP, x, y);
  if (key === '[') return boundBrush({ ...brush, width: brush.width / ZOOM_STEP });
  if (key === ']') return boundBrush({ ...brush, width: brush.width * ZOOM_STEP });
  if (key in MODES) return { ...brush, mode: MODES[Number(key) as keyof typeof MODES] };
  return undefined;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}
export type Point = readonly [x: number, y: number];

/** The brush's settings, shared by the surface and its controls. */
export interface Brush {
  readonly mode: StrokeMode;
  /** Diameter on the screen, as a fraction of the stage: zoomed in, it paints finer. */
  readonly width: number;
  /** 1 shows the whole photo. */
  readonly zoom: number;
  /** The point of the photo in the middle of the stage, as fractions of the photo. */
  readonly x: number;
  readonly y: number;
}

export const BRUSH_WIDTHS = { least: 0.01, most: 0.2 } as const;
export const MOST_ZOOM = 8;

export const brushAtom = atom<Brush>({ mode: 'keep', width: 0.05, zoom: 1, x: 0.5, y: 0.5 });

/** Keeps the settings within their limits and the view within the photo. */
export function boundBrush(brush: Brush): Brush {
  const zoom = Math.max(1, Math.min(MOST_ZOOM, brush.zoom));
  const margin = 0.5 / zoom;
  const within = (at: number): number => Math.max(margin, Math.min(1 - margin, at));
  return {
    ...brush,
    zoom,
    width: Math.max(BRUSH_WIDTHS.least, Math.min(BRUSH_WIDTHS.most, brush.width)),
    x: within(brush.x),
    y: within(brush.y),
  };
}

/** Where the photo is on the square stage, in per cent of the stage's edge. */
export function sheetOf(
  { zoom, x, y }: Pick<Brush, 'zoom' | 'x' | 'y'>,
  photo: Size,
): { left: number; top: number; width: number; height: number } {
  const longer = Math.max(photo.width, photo.height);
  const width = (photo.width / longer) * zoom * 100;
  const height = (photo.height / longer) * zoom * 100;
  return { left: 50 - x * width, top: 50 - y * height, width, height };
}

/** Zooms by `factor` and keeps the point (fractions of the photo) in its place on the stage. */
export const zoomedAt = (brush: Brush, factor: number, x: number, y: number): Brush => {
  const zoom = Math.max(1, Math.min(MOST_ZOOM, brush.zoom * factor));
  const keeps = brush.zoom / zoom;
  return boundBrush({
    ...brush,
    zoom,
    x: x + (brush.x - x) * keeps,
    y: y + (brush.y - y) * keeps,
  });
};

/**
 * Painting by mouse, pen, finger and keyboard. One finger paints, two zoom and pan; the wheel
 * zooms; arrow keys move the brush, Space puts it down and lifts it.
 */
export function useBrush(
  surface: React.RefObject<HTMLDivElement | null>,
  photo: Size,
  onStroke: (stroke: Pick<Stroke, 'mode' | 'size' | 'points'>) => void,
) {
  const [brush, setBrush] = useAtom(brushAtom);
  /** Points of the stroke being painted, x and y in turn; empty without one. */
  const [line, setLine] = useState<readonly number[]>([]);
  /** The brush's place on the photo, in fractions; undefined while it is away. */
  const [cursor, setCursor] = useState<Point>();
  /** The keyboard has put the brush down. */
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
    // Both fingers' events come before the next render.
    if (other && from && box) setBrush((now) => pinched(now, photo, box, { from, to, other }));
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
    const { nativeEvent } = event;
    // Older versions of Safari lack it.
    const passed = 'getCoalescedEvents' in nativeEvent ? nativeEvent.getCoalescedEvents() : [];
    extend(
      ...(passed.length > 0 ? passed : [nativeEvent]).map(({ clientX, clientY }) =>
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
    const box = surface.current?.getBoundingClientRect();
    if (!box) return;
    setBrush((now) => {
      const [x, y] = pointOn(now, photo, box, [event.clientX, event.clientY]);
      return zoomedAt(now, Math.exp(-event.deltaY / 400), x, y);
    });
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
