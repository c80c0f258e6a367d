import { expect, it } from 'vitest';

import { HAIR, hairOf, mixedWithin, SKIN } from './cut.ts';

it('hair beside skin has the colour of the hair within, not one that the photo mixed', () => {
  const n = 48;
  const width = 80;
  // Skin on the left, hair from column 24 on; the photo blends them over four columns of hair.
  const of = (value: (x: number) => number): Float32Array<ArrayBuffer> =>
    Float32Array.from({ length: n * n }, (_, i) => value(i % n));
  const regions = Uint8Array.from(of((x) => (x < 24 ? SKIN : HAIR)));
  const blend = (skin: number, hair: number): Float32Array<ArrayBuffer> =>
    of((x) => (x < 22 ? skin : x > 25 ? hair : skin + ((hair - skin) * (x - 21)) / 5));
  const [L, a, b] = [blend(0.75, 0.2), blend(0.08, 0.01), blend(0.09, 0.02)];
  const mixed = mixedWithin(regions, n, 0.028 * width);
  const [light, red, yellow] = hairOf({ n, L, a, b, alpha: of(() => 1), width }, regions, mixed);
  const row = 24 * n;
  expect([10, 22, 23, 24, 25, 40].map((x) => mixed[row + x])).toEqual([0, 1, 1, 1, 1, 0]);
  for (const x of [24, 25]) {
    expect(L[row + x]).toBeGreaterThan(0.3);
    expect(light[row + x]).toBeCloseTo(0.2, 2);
    expect(red[row + x]).toBeCloseTo(0.01, 2);
    expect(yellow[row + x]).toBeCloseTo(0.02, 2);
  }
  // Skin keeps its colours.
  expect([2, 23].map((x) => light[row + x])).toEqual([2, 23].map((x) => L[row + x]));
});
