/**
 * Random draws in [0, 1) for one purpose; the same seed and purpose give the same draws on every
 * machine.
 */
export type Rng = () => number;

/** FNV-1a hash of the purpose, so that purposes don't share a sequence. */
const hash = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
};

/**
 * The mulberry32 generator (T. Ettinger). `seed` is unsigned 32-bit. Seed and purpose are mixed by
 * murmur3's finaliser, as neighbouring seeds would otherwise start with similar draws.
 */
export const rngOf = (seed: number, purpose: string): Rng => {
  let state = (seed ^ hash(purpose)) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  state = (state ^ (state >>> 16)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

/**
 * The most visible properties of an avatar. Their values are drawn so that, taken as vectors, they
 * keep apart over any run of neighbouring seeds; else 48 variations of a photo would include two
 * that look the same. Uses the additive recurrence R8 (M. Roberts, "The unreasonable effectiveness
 * of quasirandom sequences", 2018), whose base generalises the plastic number to eight dimensions.
 */
export const AXES = [
  'zoom',
  'across',
  'up',
  'roll',
  'light',
  'warmth',
  'exposure',
  'contrast',
] as const;
export type Axis = (typeof AXES)[number];

/** The root of x^9 = x + 1. */
const ROOT = 1.085070245491451;

/**
 * Properties that are seen on their own, each by an additive recurrence in one dimension: twelve
 * neighbouring seeds get twelve different hues and every kind of background.
 */
const LINES = { hue: 0.6180339887498949, ground: 0.41421356237309515 } as const;
export type Line = keyof typeof LINES;

const isLine = (axis: Axis | Line): axis is Line => axis in LINES;

/** A value in [0, 1), evenly spread over neighbouring seeds; independent of `rngOf`. */
export const evenly = (seed: number, axis: Axis | Line): number => {
  const part = isLine(axis) ? LINES[axis] : ROOT ** -(AXES.indexOf(axis) + 1);
  const step = Math.round(part * 2 ** 32) >>> 0;
  return ((Math.imul(seed, step) + 0x80000000) >>> 0) / 4294967296;
};

export const spread = (seed: number, axis: Axis, low: number, high: number): number =>
  low + (high - low) * evenly(seed, axis);

export const between = (rng: Rng, low: number, high: number): number => low + (high - low) * rng();

/** A list's entry, or one further on in it, such that neighbouring seeds reach all of them. */
export const entryFor = <T>(seed: number, line: Line, list: readonly T[], further = 0): T =>
  list[(Math.floor(evenly(seed, line) * list.length) + further) % list.length];

/** A random entry of the list. @throws RangeError for an empty list */
export const pick = <T>(rng: Rng, list: readonly T[]): T => {
  const index = Math.floor(rng() * list.length);
  if (index >= list.length) throw new RangeError('pick: empty list');
  return list[index];
};
