/** Draws for one purpose; the same seed and purpose give the same draws on every machine. */
export interface Rng {
  /** In [0, 1). */
  (): number;
}

/** FNV-1a over the purpose's letters, so that purposes don't share a sequence. */
const hash = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
};

/**
 * mulberry32 (T. Ettinger). `seed` is unsigned 32-bit. The two are mixed through a finaliser
 * (murmur3's), as neighbouring seeds would otherwise start with neighbouring draws.
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
 * Draws whose vectors keep their distance from one another over any run of neighbouring seeds: the
 * additive recurrence R8 (M. Roberts, "The unreasonable effectiveness of quasirandom sequences",
 * 2018), by the plastic number's kin in eight dimensions. What meets the eye first is drawn so: 48
 * variations of a photo would otherwise hold a pair as like as twins.
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

/** In [0, 1), even over neighbouring seeds; independent of `rngOf`'s draws. */
export const evenly = (seed: number, axis: Axis): number => {
  const step = Math.round(ROOT ** -(AXES.indexOf(axis) + 1) * 2 ** 32) >>> 0;
  return ((Math.imul(seed, step) + 0x80000000) >>> 0) / 4294967296;
};

export const spread = (seed: number, axis: Axis, low: number, high: number): number =>
  low + (high - low) * evenly(seed, axis);

export const between = (rng: Rng, low: number, high: number): number => low + (high - low) * rng();

/** @throws RangeError for an empty list. */
export const pick = <T>(rng: Rng, list: readonly T[]): T => {
  const index = Math.floor(rng() * list.length);
  if (index >= list.length) throw new RangeError('pick: empty list');
  return list[index] as T;
};
