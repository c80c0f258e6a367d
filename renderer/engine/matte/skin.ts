import type { Colours } from '../raster/guided-filter.ts';
import { clamp, median } from '../raster/numbers.ts';
import { plane, type Plane } from '../raster/planes.ts';

/** Colour independent of brightness: the logarithms of red over green and of green over blue. */
export type Chroma = readonly [redness: number, yellowness: number];

interface Skin {
  readonly middle: Chroma;
  readonly spread: Chroma;
  /** Median brightness (mean of the channels) of the face. */
  readonly light: number;
}

/** Added to each channel before the logarithm, which has no value at black. */
export const FLOOR = 0.04;
/** Limits of a face's spread of colours: a beard or a bright cheek mustn't make everything skin. */
const NARROWEST = 0.05;
const WIDEST = 0.12;
/**
 * A face with fewer pixels than the first tells nothing; of larger ones about the second are used.
 */
const ENOUGH = 60;
const PLENTY = 4000;

/** In squared spreads: colours farther off than this aren't skin at all. */
const FARTHEST = 25;

/** Steps per channel of the table of logarithms. */
const STEPS = 1024;
const LOGARITHMS = Float32Array.from({ length: STEPS + 1 }, (_, i) => Math.log(i / STEPS + FLOOR));
/** Logarithm of a channel of 0..1, plus `FLOOR`. */
export const logOf = (value: number): number => LOGARITHMS[(value * STEPS + 0.5) | 0];

/**
 * Median and spread (by median absolute deviation) of the face's colours, which eyes, lips and
 * glasses don't disturb. Undefined for too few pixels.
 */
function skinOf([r, g, b]: Colours, face: Plane): Skin | undefined {
  const [red, yellow, light]: [number[], number[], number[]] = [[], [], []];
  let count = 0;
  for (let i = 0; i < face.data.length; i += 1) if (face.data[i] === 1) count += 1;
  const every = Math.max(1, Math.round(count / PLENTY));
  let next = 0;
  for (let i = 0; i < face.data.length; i += 1) {
    if (face.data[i] !== 1) continue;
    next += 1;
    if (next % every !== 0) continue;
    const x = r.data[i];
    const y = g.data[i];
    const z = b.data[i];
    red.push(logOf(x) - logOf(y));
    yellow.push(logOf(y) - logOf(z));
    light.push((x + y + z) / 3);
  }
  if (red.length < ENOUGH) return undefined;
  const [u, v] = [median(red), median(yellow)];
  const spread = (values: number[], middle: number): number =>
    Math.min(
      WIDEST,
      Math.max(NARROWEST, 1.48 * median(values.map((value) => Math.abs(value - middle)))),
    );
  return { middle: [u, v], spread: [spread(red, u), spread(yellow, v)], light: median(light) };
}

/** 1 for the face's skin in any shade of light, falling to 0 for other colours. */
function likeness({ middle, spread, light }: Skin, r: number, g: number, b: number): number {
  const redness = logOf(r) - logOf(g);
  const yellowness = logOf(g) - logOf(b);
  const far =
    ((redness - middle[0]) / spread[0]) ** 2 + ((yellowness - middle[1]) / spread[1]) ** 2;
  if (far > FARTHEST) return 0;
  const lit = (r + g + b) / 3 / (light + 1e-3);
  return Math.exp(-far / 2) * clamp((lit - 0.25) * 6) * clamp((1.9 - lit) * 4);
}

/**
 * How close each pixel's colour is to the face's skin, in any shade of light, 0..1; 0 everywhere if
 * too little of the face is visible.
 *
 * @param face 1 inside the face
 * @param within only pixels where this isn't 0 are compared; all by default
 */
export function skinLike(picture: Colours, face: Plane, within?: Plane): Plane {
  const skin = plane(face.width, face.height);
  const known = skinOf(picture, face);
  if (!known) return skin;
  const [r, g, b] = picture;
  for (let i = 0; i < skin.data.length; i += 1) {
    if (within?.data[i] === 0) continue;
    skin.data[i] = face.data[i] === 1 ? 1 : likeness(known, r.data[i], g.data[i], b.data[i]);
  }
  return skin;
}
