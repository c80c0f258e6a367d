import { describe, expect, it } from 'vitest';

import {
  clipChroma,
  gammaOf,
  hueOf,
  labOf,
  labOfLinear,
  lch,
  linearOf,
  linearOfLab,
  rgbOf,
  rgbOfHex,
} from './oklab.ts';
import { kMeans } from './palette.ts';

const near = (got: readonly number[], want: readonly number[], digits: number): void =>
  want.forEach((v, i) => expect(got[i]).toBeCloseTo(v, digits));

describe('OKLab', () => {
  it("agrees with the author's table of red, green and blue", () => {
    near(labOfLinear([1, 0, 0]), [0.62796, 0.22486, 0.12585], 4);
    near(labOfLinear([0, 1, 0]), [0.86644, -0.23389, 0.1795], 4);
    near(labOfLinear([0, 0, 1]), [0.45201, -0.03246, -0.31153], 4);
    near(labOfLinear([1, 1, 1]), [1, 0, 0], 4);
  });

  it('goes there and back', () => {
    for (const rgb of [
      [0.1, 0.5, 0.9],
      [0.8, 0.2, 0.05],
      [0.33, 0.33, 0.33],
    ] as const) {
      near(linearOfLab(labOfLinear(rgb)), rgb, 6);
      near(rgbOf(labOf(rgb)), rgb, 5);
      near(
        rgb.map((v) => gammaOf(linearOf(v))),
        rgb,
        9,
      );
    }
  });

  it('brings colours into the gamut at their own lightness and hue', () => {
    const loud = lch(0.7, 0.4, 150);
    const clipped = clipChroma(loud);
    expect(clipped[0]).toBe(0.7);
    expect(hueOf(clipped)).toBeCloseTo(150, 3);
    for (const v of linearOfLab(clipped)) {
      expect(v).toBeGreaterThan(-0.001);
      expect(v).toBeLessThan(1.001);
    }
  });

  it('reads #rrggbb and nothing else', () => {
    expect(rgbOfHex('#ff8000')).toEqual([1, 128 / 255, 0]);
    for (const wrong of ['ff8000', '#fff', '#ff80001', 'red', ''])
      expect(rgbOfHex(wrong)).toBeUndefined();
  });
});

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

  it('lets weights count and copes with fewer points than clusters', () => {
    const points = [...cloud(0.2, 0, 10), ...cloud(0.8, 0, 10)];
    const weighted = kMeans(
      points,
      2,
      points.map((_, i) => (i < 10 ? 9 : 1)),
    );
    expect(weighted[0]?.share).toBeCloseTo(0.9, 6);
    expect(kMeans([[0.5, 0, 0]], 4)).toEqual([{ lab: [0.5, 0, 0], share: 1 }]);
    expect(kMeans([], 3)).toEqual([]);
  });
});
