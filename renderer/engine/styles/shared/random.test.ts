import { describe, expect, it } from 'vitest';

import { between, entryFor, evenly, pick, rngOf } from './random.ts';

describe('rngOf', () => {
  it('draws the same for the same seed and purpose', () => {
    const [a, b] = [rngOf(7, 'brush'), rngOf(7, 'brush')];
    expect(Array.from({ length: 20 }, a)).toEqual(Array.from({ length: 20 }, b));
  });

  it('differs between purposes and between neighbouring seeds', () => {
    const firsts = [
      rngOf(7, 'brush')(),
      rngOf(7, 'light')(),
      rngOf(8, 'brush')(),
      rngOf(9, 'brush')(),
    ];
    expect(new Set(firsts).size).toBe(4);
    // Neighbouring seeds must not start with similar draws.
    const starts = Array.from({ length: 1000 }, (_, seed) => rngOf(seed, 'x')());
    const mean = starts.reduce((sum, v) => sum + v, 0) / starts.length;
    expect(mean).toBeGreaterThan(0.46);
    expect(mean).toBeLessThan(0.54);
    const steps = starts.slice(1).map((v, i) => Math.abs(v - (starts[i] as number)));
    expect(steps.reduce((sum, v) => sum + v, 0) / steps.length).toBeGreaterThan(0.28);
  });

  it('stays within bounds over the whole range of seeds', () => {
    for (const seed of [0, 1, 2 ** 31, 2 ** 32 - 1]) {
      const rng = rngOf(seed, 'range');
      for (let i = 0; i < 1000; i += 1) {
        const v = between(rng, -2, 3);
        expect(v).toBeGreaterThanOrEqual(-2);
        expect(v).toBeLessThan(3);
      }
    }
  });
});

it('pick reaches every entry and refuses an empty list', () => {
  const rng = rngOf(3, 'pick');
  expect(new Set(Array.from({ length: 200 }, () => pick(rng, ['a', 'b', 'c'])))).toEqual(
    new Set(['a', 'b', 'c']),
  );
  expect(() => pick(rng, [])).toThrow(RangeError);
});

it('gives twelve neighbours twelve hues and every kind of ground', () => {
  for (const first of [0, 1, 4711, 0xffff_fff0]) {
    const seeds = Array.from({ length: 12 }, (_, k) => (first + k) >>> 0);
    const hues = seeds.map((seed) => evenly(seed, 'hue')).sort((p, q) => p - q);
    hues.forEach((hue, k) => {
      const next = k < 11 ? (hues[k + 1] as number) : (hues[0] as number) + 1;
      expect(next - hue).toBeGreaterThan(0.04);
    });
    expect(new Set(seeds.map((seed) => entryFor(seed, 'ground', [0, 1, 2, 3]))).size).toBe(4);
  }
});
