import { expect, it } from 'vitest';

import type { Lab } from '../../../../core/colour.ts';
import { partsOf } from '../../../raster/label.ts';
import { rngOf } from '../random.ts';
import { coloursOf, skinShape, SMALLEST_SHAPE } from './fields.ts';

const N = 160;
const WIDTH = 80;

/**
 * A mask as blotchy as the light on a badly lit face: discs of all sizes, down to single texels.
 */
const blotches = (seed: number): Float32Array<ArrayBuffer> => {
  const rng = rngOf(seed, 'blotches');
  const mask = new Float32Array(N * N);
  for (let k = 0; k < 60; k += 1) {
    const [x, y, r] = [rng() * N, rng() * N, 1 + 14 * rng() ** 3];
    for (let i = 0; i < mask.length; i += 1)
      if (Math.hypot((i % N) - x, Math.floor(i / N) - y) < r) mask[i] = 1;
  }
  return mask;
};

it('leaves no speck of light or shadow on skin, however blotchy the photo is', () => {
  let shapes = 0;
  for (let seed = 1; seed <= 4; seed += 1) {
    const mask = blotches(seed);
    const bare = mask.map((_, i) => (i % N > 20 && i % N < 140 ? 1 : 0));
    const shape = skinShape({ n: N, width: WIDTH }, mask, bare, {
      least: SMALLEST_SHAPE,
      hole: 0.008,
      sigma: 0.02,
    });
    const { sizes: areas } = partsOf(shape, N);
    const found = areas.slice(1);
    shapes += found.length;
    // Blurring the outline makes shapes a little smaller.
    for (const area of found)
      expect(area, `seed ${String(seed)}`).toBeGreaterThan(0.8 * SMALLEST_SHAPE * WIDTH * WIDTH);
  }
  expect(shapes).toBeGreaterThan(4);
});

it('keeps a tie’s colour beside a suit and a shirt of many greys', () => {
  const shares: readonly (readonly [Lab, number])[] = [
    [[0.25, 0, 0], 300],
    [[0.42, 0, 0], 160],
    [[0.65, 0, 0], 120],
    [[0.93, 0, 0], 90],
    [[0.45, 0.16, 0.05], 60],
  ];
  const labs = shares.flatMap(([lab, count]) => Array.from({ length: count }, () => lab));
  const colours = coloursOf(labs, 6, 0.085, 4);
  expect(colours).toHaveLength(4);
  expect(colours[0]?.[0]).toBeCloseTo(0.25, 2);
  expect(Math.max(...colours.map(([, a]) => a))).toBeGreaterThan(0.1);
});

it('keeps the colour of a tie that is half in shade, beside a suit in two tones', () => {
  const shares: readonly (readonly [Lab, number])[] = [
    [[0.19, -0.002, -0.03], 409],
    [[0.3, -0.004, -0.053], 359],
    [[0.91, 0, -0.017], 110],
    [[0.61, 0.013, -0.022], 54],
    [[0.32, 0.097, 0.012], 49],
    [[0.51, 0.176, 0.047], 19],
  ];
  const labs = shares.flatMap(([lab, count]) => Array.from({ length: count }, () => lab));
  const colours = coloursOf(labs, 6, 0.085, 4);
  expect(Math.max(...colours.map(([, a]) => a))).toBeGreaterThan(0.1);
});

it('takes a red jacket in light and in shade for one cloth, but not black and white', () => {
  const cloth = (...lights: readonly Lab[]): Lab[] =>
    coloursOf(
      lights.flatMap((lab) => Array.from({ length: 100 }, () => lab)),
      6,
      0.085,
      4,
    );
  expect(cloth([0.53, 0.21, 0.1], [0.43, 0.17, 0.081], [0.32, 0.127, 0.06])).toHaveLength(1);
  expect(cloth([0.2, 0, 0], [0.5, 0, 0], [0.9, 0, 0])).toHaveLength(3);
  // Red beside orange.
  expect(cloth([0.53, 0.21, 0.1], [0.62, 0.12, 0.13])).toHaveLength(2);
});
