import { boundBrush, sheetOf, zoomedAt, type Brush, type Point, type Size } from './brush-state.ts';

const ZOOM_STEP = 1.25;
const MODES = { 1: 'keep', 2: 'remove', 3: 'soft' } as const;

/** The brush's diameter as stored with a stroke: a fraction of the photo's longer side. */
export const strokeSize = ({ width, zoom }: Brush): number => width / zoom;

/** The point of the photo (fractions) at a point of the window, for a stage that fills `box`. */
export function pointOn(brush: Brush, photo: Size, box: DOMRect, [x, y]: Point): Point {
  const sheet = sheetOf(brush, photo);
  return [
    (((x - box.left) / box.width) * 100 - sheet.left) / sheet.width,
    (((y - box.top) / box.height) * 100 - sheet.top) / sheet.height,
  ];
}

/** Zooms and pans as one finger goes from a point to another while the other finger rests. */
export function pinched(
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
export function steppedTo(
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
export function followed(brush: Brush, [x, y]: Point): Brush {
  const reach = 0.35 / brush.zoom;
  const follow = (middle: number, at: number): number =>
    Math.max(at - reach, Math.min(at + reach, middle));
  return boundBrush({ ...brush, x: follow(brush.x, x), y: follow(brush.y, y) });
}

/** The brush after a key that zooms (around a point), resizes or chooses what it does. */
export function changedBrush(key: string, brush: Brush, x: number, y: number): Brush | undefined {
  if (key === '+' || key === '=') return zoomedAt(brush, ZOOM_STEP, x, y);
  if (key === '-') return zoomedAt(brush, 1 / ZOOM_STEP, x, y);
  if (key === '[') return boundBrush({ ...brush, width: brush.width / ZOOM_STEP });
  if (key === ']') return boundBrush({ ...brush, width: brush.width * ZOOM_STEP });
  if (key in MODES) return { ...brush, mode: MODES[Number(key) as keyof typeof MODES] };
  return undefined;
}
