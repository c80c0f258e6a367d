import { describe, expect, it } from 'vitest';

import { matteErrors, type Matte } from './matte-errors.ts';

const [WIDTH, HEIGHT] = [60, 40];
/** A person fills the right, from column `from` on, with an alpha of `rest`. */
const half = (from: number, rest = 255): Matte => ({
  width: WIDTH,
  height: HEIGHT,
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i % WIDTH >= from ? rest : 0)),
});

describe('errors of a matte', () => {
  it('finds none in the truth itself', () => {
    expect(matteErrors(half(30), half(30), 9)).toEqual({ sad: 0, mse: 0, gradient: 0 });
  });

  it('counts what was cut off, once a pixel', () => {
    const { sad, mse, gradient } = matteErrors(half(32), half(30), 9);
    expect(sad).toBeCloseTo((2 * HEIGHT) / 1000, 9);
    // 19 columns lie within nine pixels of the outline.
    expect(mse).toBeCloseTo((2 / 19) * 1000, 6);
    expect(gradient).toBeGreaterThan(0);
  });

  it('weighs half an alpha as a quarter in the squares', () => {
    const { sad, mse } = matteErrors(half(30, 127.5), half(30), 9);
    expect(sad).toBeCloseTo((10 - 1) * HEIGHT * (128 / 255) * 1e-3, 2);
    expect(mse).toBeCloseTo((9 / 19) * 0.25 * 1000, -1);
  });

  it('says nothing of what is far from the outline', () => {
    const holed = half(30);
    holed.alpha[20 * WIDTH + 55] = 0;
    expect(matteErrors(holed, half(30), 9)).toMatchObject({ sad: 0, mse: 0 });
  });

  it('refuses mattes of different sizes', () => {
    expect(() => matteErrors({ ...half(30), width: 40, height: 60 }, half(30), 9)).toThrow(
      RangeError,
    );
  });
});
