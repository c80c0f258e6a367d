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
} from './colour.ts';

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
