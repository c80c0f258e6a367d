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

export const between = (rng: Rng, low: number, high: number): number => low + (high - low) * rng();

/** @throws RangeError for an empty list. */
export const pick = <T>(rng: Rng, list: readonly T[]): T => {
  const index = Math.floor(rng() * list.length);
  if (index >= list.length) throw new RangeError('pick: empty list');
  return list[index] as T;
};
