import { describe, expect, it } from 'vitest';

import { wholeTaps } from './blur.ts';

/** Value that linear texture filtering gives between two texels. */
const filtered = (row: readonly number[], at: number): number => {
  const low = Math.floor(at);
  return (row[low] ?? 0) * (1 - at + low) + (row[low + 1] ?? 0) * (at - low);
};
const NINE = [0.0568, 0.0859, 0.1225, 0.1531, 0.1633, 0.1531, 0.1225, 0.0859, 0.0568];

describe('a blur by whole texels', () => {
  const row = Array.from({ length: 41 }, (_, i) => Math.sin(i * i));
  for (const step of [0.25, 0.45, 0.5, 0.8, 1, 1.6]) {
    it(`gives what nine filtered taps ${String(step)} texels apart give`, () => {
      const expected = NINE.reduce(
        (sum, weight, k) => sum + weight * filtered(row, 20 + (k - 4) * step),
        0,
      );
      const found = wholeTaps(step).reduce(
        (sum, weight, k) =>
          sum + weight * (k === 0 ? (row[20] ?? 0) : (row[20 + k] ?? 0) + (row[20 - k] ?? 0)),
        0,
      );
      expect(found).toBeCloseTo(expected, 10);
    });
  }
});
