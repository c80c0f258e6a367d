import type { RecipeOptions } from './avatars.ts';

/** Framing by hand, on top of the automatic one. */
export type Crop = NonNullable<RecipeOptions['crop']>;

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

/** Clamps to the limits and rounds to what can be seen, so that equal looks are equal recipes. */
export const boundCrop = ({ zoom, x, y, roll }: Crop): Crop => ({
  zoom: settle('zoom', zoom),
  x: settle('x', x),
  y: settle('y', y),
  roll: settle('roll', roll),
});

export const isNoCrop = (crop: Crop): boolean =>
  (Object.keys(NO_CROP) as (keyof Crop)[]).every((key) => crop[key] === NO_CROP[key]);

/** A finger or the mouse on the picture, as fractions of its width and height, 0 to 1. */
export interface Touch {
  readonly x: number;
  readonly y: number;
}

/**
 * The crop after the pointers moved from `from` to `to` (same length, same order): one pointer
 * moves the picture; two also zoom by their distance and rotate by their angle.
 */
export function dragCrop(crop: Crop, from: readonly Touch[], to: readonly Touch[]): Crop {
  const [a, b] = from;
  const [c, d] = to;
  if (!a || !c) return crop;
  if (!b || !d) return boundCrop({ ...crop, x: crop.x + c.x - a.x, y: crop.y + c.y - a.y });
  const before = { x: b.x - a.x, y: b.y - a.y };
  const after = { x: d.x - c.x, y: d.y - c.y };
  const turned = ((Math.atan2(after.y, after.x) - Math.atan2(before.y, before.x)) * 180) / Math.PI;
  return boundCrop({
    zoom: crop.zoom * (Math.hypot(after.x, after.y) / (Math.hypot(before.x, before.y) || 1)),
    x: crop.x + (c.x + d.x - a.x - b.x) / 2,
    y: crop.y + (c.y + d.y - a.y - b.y) / 2,
    roll: crop.roll + (((turned + 540) % 360) - 180),
  });
}
