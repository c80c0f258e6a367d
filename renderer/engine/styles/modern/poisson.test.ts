import Delaunator from 'delaunator';
import { expect, it } from 'vitest';

import { rngOf } from '../shared/random.ts';
import { Spread } from './poisson.ts';

const sample = (seed: number): Spread => {
  const spread = new Spread(200, 8);
  spread.hem(40);
  spread.scatter(rngOf(seed, 'darts'), 3000, (x) => (x < 100 ? 8 : 24));
  return spread;
};

it('keeps points apart by the distance that their place asks for', () => {
  const { points } = sample(1);
  const inner = points.filter(([x, y]) => x > 0 && y > 0 && x < 200 && y < 200);
  for (const [i, [x, y]] of inner.entries()) {
    for (const [px, py] of inner.slice(i + 1)) {
      const least = x > 100 && px > 100 ? 24 * 0.6 : 8 * 0.6;
      expect(Math.hypot(x - px, y - py)).toBeGreaterThanOrEqual(least - 1e-9);
    }
  }
  const dense = inner.filter(([x]) => x < 100).length;
  expect(dense).toBeGreaterThan((inner.length - dense) * 4);
});

it('is the same for the same seed and another for another', () => {
  expect(sample(1).points).toEqual(sample(1).points);
  expect(sample(1).points).not.toEqual(sample(2).points);
});

it('covers the whole square with triangles', () => {
  const { points } = sample(3);
  const { triangles } = Delaunator.from(points.map(([x, y]) => [x, y]));
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map(
      (k) => points[triangles[t + k] as number] as readonly [number, number],
    ) as [readonly [number, number], readonly [number, number], readonly [number, number]];
    area += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
  }
  expect(area).toBeGreaterThanOrEqual(200 * 200);
});
