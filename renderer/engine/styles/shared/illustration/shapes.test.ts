import { expect, it } from 'vitest';

import { partsOf } from '../planes.ts';
import { rngOf } from '../random.ts';
import { skinShape, SMALLEST_SHAPE } from './shapes.ts';

const N = 160;
const WIDTH = 80;

/** Light as blotchy as a badly lit face: discs of every size, and single texels. */
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
    const shape = skinShape(mask, bare, N, { width: WIDTH, hole: 0.008, sigma: 0.02 });
    const { areas } = partsOf(shape, N);
    const found = areas.slice(1);
    shapes += found.length;
    // The outline's own blur takes a little off what was large enough.
    for (const area of found)
      expect(area, `seed ${String(seed)}`).toBeGreaterThan(0.8 * SMALLEST_SHAPE * WIDTH * WIDTH);
  }
  expect(shapes).toBeGreaterThan(4);
});
