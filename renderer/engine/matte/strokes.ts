import type { Stroke } from '../../core/strokes.ts';
import { clamp } from '../raster/numbers.ts';
import { plane, type Plane } from '../raster/planes.ts';
import type { Area, Size } from './area.ts';

export type Mending = Readonly<NonNullable<ReturnType<typeof mendingOf>>>;

/** Writes how much of each pixel a stroke covers into `cover`; returns those pixels' bounds. */
function draw({ points, size }: Stroke, area: Area, picture: Size, cover: Plane) {
  const { width, height, scale } = area;
  const radius = Math.max(0.5, (size / 2) * Math.max(picture.width, picture.height) * scale);
  const place = (k: number): readonly [number, number] => [
    ((points[k] ?? 0) * picture.width - area.left) * scale,
    ((points[k + 1] ?? 0) * picture.height - area.top) * scale,
  ];
  const bounds = { left: width, top: height, right: 0, bottom: 0 };
  for (let k = 0; k < points.length; k += 2) {
    const [ax, ay] = place(k);
    const [bx, by] = k + 2 < points.length ? place(k + 2) : [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const left = Math.max(0, Math.floor(Math.min(ax, bx) - radius - 1));
    const right = Math.min(width, Math.ceil(Math.max(ax, bx) + radius + 1));
    const top = Math.max(0, Math.floor(Math.min(ay, by) - radius - 1));
    const bottom = Math.min(height, Math.ceil(Math.max(ay, by) + radius + 1));
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) {
        const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
        const t = length === 0 ? 0 : clamp((px * dx + py * dy) / length);
        const inside = clamp(radius + 0.5 - Math.hypot(px - t * dx, py - t * dy));
        const at = y * width + x;
        if (inside > cover.data[at]) cover.data[at] = inside;
      }
    bounds.left = Math.min(bounds.left, left);
    bounds.top = Math.min(bounds.top, top);
    bounds.right = Math.max(bounds.right, right);
    bounds.bottom = Math.max(bounds.bottom, bottom);
  }
  return bounds;
}

/** Draws strokes over an area, later ones over earlier ones; undefined if there are none. */
export function mendingOf(strokes: readonly Stroke[], area: Area, picture: Size) {
  if (strokes.length === 0) return undefined;
  const { width, height } = area;
  const [weight, value, soft] = [plane(width, height), plane(width, height), plane(width, height)];
  const cover = plane(width, height);
  const lay = (target: Plane, at: number, much: number, to: number): void => {
    target.data[at] = target.data[at] * (1 - much) + to * much;
  };
  for (const stroke of strokes) {
    const { left, top, right, bottom } = draw(stroke, area, picture, cover);
    const decides = stroke.mode !== 'soft';
    for (let y = top; y < bottom; y += 1)
      for (let at = y * width + left; at < y * width + right; at += 1) {
        const much = cover.data[at];
        if (much === 0) continue;
        lay(weight, at, much, decides ? 1 : 0);
        lay(value, at, much, stroke.mode === 'keep' ? 1 : 0);
        lay(soft, at, much, decides ? 0 : 1);
        cover.data[at] = 0;
      }
  }
  return {
    /** How far the brush decides alpha, 0..1. */
    weight,
    /** The alpha that the brush wants, times `weight`. */
    value,
    /** Where the brush asks for a soft edge, 0..1. */
    soft,
  };
}

/** Applies the brush to a mask or an alpha, in place. */
export function mendWith({ weight, value }: Mending, target: Plane): void {
  for (let i = 0; i < target.data.length; i += 1) {
    const w = weight.data[i];
    if (w > 0) target.data[i] = target.data[i] * (1 - w) + value.data[i];
  }
}
