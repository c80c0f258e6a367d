import type { Colours } from './linear.ts';
import { clip, plane, type Plane } from './planes.ts';

/** Colour free of its light: logarithms of red over green and of green over blue. */
type Chroma = readonly [redness: number, yellowness: number];

interface Skin {
  readonly middle: Chroma;
  readonly spread: Chroma;
  /** Brightness (mean of the channels) of the face's middle. */
  readonly light: number;
}

/** Lifts black off the logarithm. */
const FLOOR = 0.04;
/** Limits of a face's own spread: a beard or a bright cheek mustn't make everything skin. */
const NARROWEST = 0.05;
const WIDEST = 0.12;
/** Fewer pixels of a face say nothing, more than the second no more than these. */
const ENOUGH = 60;
const PLENTY = 4000;

/** So many squared spreads off, nothing is left of the likeness. */
const FARTHEST = 25;

/** By 1024th parts of a channel. */
const STEPS = 1024;
const LOGARITHMS = Float32Array.from({ length: STEPS + 1 }, (_, i) => Math.log(i / STEPS + FLOOR));
const logOf = (value: number): number => LOGARITHMS[(value * STEPS + 0.5) | 0] as number;

const chromaAt = (r: number, g: number, b: number): Chroma => [
  logOf(r) - logOf(g),
  logOf(g) - logOf(b),
];

const median = (values: readonly number[]): number =>
  Float32Array.from(values).sort()[values.length >> 1] ?? 0;

/** Median and spread (median absolute deviation) of the colours where there is a face: eyes, lips and glasses don't move them. */
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
    const [x, y, z] = [r.data[i] as number, g.data[i] as number, b.data[i] as number];
    const [u, v] = chromaAt(x, y, z);
    red.push(u);
    yellow.push(v);
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

/** 1 for the face's own skin in any shade of light, towards 0 for other colours. */
function likeness({ middle, spread, light }: Skin, r: number, g: number, b: number): number {
  const [u, v] = chromaAt(r, g, b);
  const far = ((u - middle[0]) / spread[0]) ** 2 + ((v - middle[1]) / spread[1]) ** 2;
  if (far > FARTHEST) return 0;
  const lit = (r + g + b) / 3 / (light + 1e-3);
  return Math.exp(-far / 2) * clip((lit - 0.25) * 6) * clip((1.9 - lit) * 4);
}

/**
 * How much each pixel has the colour of the face's skin, in any shade of light, 0..1; 0 everywhere
 * when too little of a face is seen.
 *
 * @param face 1 inside the face
 * @param within where it is asked for: above 0; everywhere by default
 */
export function skinLike(picture: Colours, face: Plane, within?: Plane): Plane {
  const skin = plane(face.width, face.height);
  const known = skinOf(picture, face);
  if (!known) return skin;
  const [r, g, b] = picture;
  for (let i = 0; i < skin.data.length; i += 1) {
    if (within?.data[i] === 0) continue;
    skin.data[i] =
      face.data[i] === 1
        ? 1
        : likeness(known, r.data[i] as number, g.data[i] as number, b.data[i] as number);
  }
  return skin;
}
