import { keysOf } from './objects.ts';
import type { Crop } from './rows/rows.ts';

export type { Crop };

/** The automatic framing, unchanged. */
export const NO_CROP: Crop = { zoom: 1, x: 0, y: 0, roll: 0 };

/** Smallest and largest values; beyond them the face would leave the picture. */
export const CROP_LIMITS = {
  zoom: [0.7, 1.6],
  x: [-0.35, 0.35],
  y: [-0.35, 0.35],
  roll: [-30, 30],
} as const satisfies Record<keyof Crop, readonly [number, number]>;

const DIGITS: Record<keyof Crop, number> = { zoom: 3, x: 4, y: 4, roll: 1 };

const settle = (key: keyof Crop, value: number): number => {
  const [least, most] = CROP_LIMITS[key];
  const bounded = Math.min(most, Math.max(least, Number.isFinite(value) ? value : NO_CROP[key]));
  const scale = 10 ** DIGITS[key];
  // Adding 0 turns -0 into 0.
  return Math.round(bounded * scale) / scale + 0;
};

/** Clamps to the limits and rounds to what can be seen, so that equal crops are equal recipes. */
export const boundCrop = ({ zoom, x, y, roll }: Crop): Crop => ({
  zoom: settle('zoom', zoom),
  x: settle('x', x),
  y: settle('y', y),
  roll: settle('roll', roll),
});

export const isNoCrop = (crop: Crop): boolean =>
  keysOf(NO_CROP).every((key) => crop[key] === NO_CROP[key]);

/** A finger or the mouse on a picture, in widths of it, from its upper left corner. */
export interface Touch {
  readonly x: number;
  readonly y: number;
}

/**
 * How the pointers moved from `from` to `to` (same length, same order), in widths: one pointer only
 * moves, two also scale by their distance and turn by their angle, in degrees. Others don't count.
 */
export function pinched([a, b]: readonly Touch[], [c, d]: readonly Touch[]) {
  if (!a || !c) return { x: 0, y: 0, scale: 1, turn: 0 };
  if (!b || !d) return { x: c.x - a.x, y: c.y - a.y, scale: 1, turn: 0 };
  const before = { x: b.x - a.x, y: b.y - a.y };
  const after = { x: d.x - c.x, y: d.y - c.y };
  const turned = ((Math.atan2(after.y, after.x) - Math.atan2(before.y, before.x)) * 180) / Math.PI;
  return {
    x: (c.x + d.x - a.x - b.x) / 2,
    y: (c.y + d.y - a.y - b.y) / 2,
    scale: Math.hypot(after.x, after.y) / (Math.hypot(before.x, before.y) || 1),
    turn: ((turned + 540) % 360) - 180,
  };
}

/** The crop of a square picture after the pointers moved. */
export function dragCrop(crop: Crop, from: readonly Touch[], to: readonly Touch[]): Crop {
  const { x, y, scale, turn } = pinched(from, to);
  return boundCrop({
    zoom: crop.zoom * scale,
    x: crop.x + x,
    y: crop.y + y,
    roll: crop.roll + turn,
  });
}
