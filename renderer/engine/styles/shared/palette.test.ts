import { describe, expect, it } from 'vitest';

import { kMeans } from './palette.ts';

describe('kMeans', () => {
  const cloud = (L: number, a: number, count: number) =>
    Array.from({ length: count }, (_, i) => [L + (i % 5) * 0.004, a + (i % 3) * 0.004, 0] as const);

  it('finds the clusters, the largest first', () => {
    const found = kMeans(
      [...cloud(0.2, 0, 30), ...cloud(0.8, 0.1, 60), ...cloud(0.5, -0.1, 10)],
      3,
    );
    expect(found.map(({ share }) => Math.round(share * 100))).toEqual([60, 30, 10]);
    expect(found[0]?.lab[0]).toBeCloseTo(0.808, 2);
  });

  it('copes with fewer points than clusters', () => {
    expect(kMeans([[0.5, 0, 0]], 4)).toEqual([{ lab: [0.5, 0, 0], share: 1 }]);
    expect(kMeans([], 3)).toEqual([]);
  });
});
