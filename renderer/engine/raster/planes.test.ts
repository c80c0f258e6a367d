import { describe, expect, it } from 'vitest';

import { blurredWithin, boxed, gaussian, smoothed, softened } from './blur.ts';
import { distanceTo } from './distance.ts';
import { guidedBy } from './guided-filter.ts';
import { cleaned, partsOf } from './label.ts';

const N = 64;
const plane = (value: (x: number, y: number) => number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: N * N }, (_, i) => value(i % N, Math.floor(i / N)));
const disc = (cx: number, cy: number, r: number): Float32Array<ArrayBuffer> =>
  plane((x, y) => (Math.hypot(x - cx, y - cy) < r ? 1 : 0));
const point = (at: number): Float32Array<ArrayBuffer> =>
  plane((x, y) => (x === at && y === at ? 1 : 0));
const sum = (p: Float32Array): number => p.reduce((all, v) => all + v, 0);

describe('blurs', () => {
  it('keep what is even, and the whole of what lies inside', () => {
    const even = plane(() => 0.3);
    for (const blurred of [
      gaussian(even, N, 1.7),
      gaussian(even, N, 6),
      boxed(even, N, 5),
      guidedBy(disc(32, 32, 12), N, 3, 1e-3)(even),
    ])
      for (const v of blurred) expect(v).toBeCloseTo(0.3, 4);
    expect(sum(gaussian(disc(32, 32, 6), N, 2))).toBeCloseTo(sum(disc(32, 32, 6)), 1);
  });

  it('spread a point as wide as asked', () => {
    for (const sigma of [1, 2, 3.5, 6]) {
      const spot = gaussian(point(32), N, sigma);
      const variance = spot.reduce((all, v, i) => all + v * ((i % N) - 32) ** 2, 0);
      expect(Math.sqrt(variance) / sigma).toBeGreaterThan(0.85);
      expect(Math.sqrt(variance) / sigma).toBeLessThan(1.2);
    }
  });

  it('leave out what has no weight', () => {
    const half = plane((x) => (x < 32 ? 1 : 0));
    const values = plane((x) => (x < 32 ? 0.2 : 0.9));
    expect(blurredWithin(values, half, N, 3)[32 * N + 31]).toBeCloseTo(0.2, 2);
  });

  it('keep the edges of their guide', () => {
    const edge = plane((x) => (x < 32 ? 0 : 1));
    const out = guidedBy(edge, N, 4, 1e-4)(edge);
    expect(out[32 * N + 30]).toBeLessThan(0.05);
    expect(out[32 * N + 33]).toBeGreaterThan(0.95);
  });
});

describe('masks', () => {
  it('lose their islands and holes, and nothing else', () => {
    const mask = disc(32, 32, 20);
    mask[32 * N + 32] = 0;
    mask[2 * N + 2] = 1;
    const clean = cleaned(mask, N, 10, 10);
    expect(clean).toEqual(disc(32, 32, 20));
    expect(partsOf(mask, N).sizes).toHaveLength(3);
  });

  it('become smooth and stay in their place', () => {
    const jagged = plane((x, y) => (x + (y % 4 < 2 ? 2 : 0) < 32 ? 1 : 0));
    const smooth = smoothed(jagged, N, 2.5, 4);
    const crossings = Array.from({ length: 20 }, (_, k) => {
      const row = (22 + k) * N;
      for (let x = 20; x < 44; x += 1) {
        const [p, q] = [smooth[row + x] as number, smooth[row + x + 1] as number];
        if (p > 0.5 && q <= 0.5) return x + (p - 0.5) / (p - q);
      }
      return Number.NaN;
    });
    expect(Math.max(...crossings) - Math.min(...crossings)).toBeLessThan(0.35);
    expect(crossings[0]).toBeGreaterThan(29);
    expect(crossings[0]).toBeLessThan(32);
  });

  it('know how far they are', () => {
    const d = distanceTo(point(10), N);
    expect(d[10 * N + 10]).toBe(0);
    expect(d[10 * N + 30]).toBeCloseTo(20);
    // Chamfer distances are off by a few per cent away from the axes.
    expect(Math.abs((d[40 * N + 40] as number) / Math.hypot(30, 30) - 1)).toBeLessThan(0.09);
  });
});

it('softens without losing or adding light inside', () => {
  const soft = softened(point(16), N, 3);
  expect(sum(soft)).toBeCloseTo(1, 5);
  expect(soft[16 * N + 16]).toBeLessThan(0.1);
  expect(soft[16 * N + 12]).toBeCloseTo(soft[12 * N + 16] as number, 7);
});
