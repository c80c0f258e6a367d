import { expect, it } from 'vitest';

import type { Portrait } from '../portrait.ts';
import { bodyOf } from './body.ts';

it('makes a scarf over head and shoulders one garment', () => {
  const n = 8;
  const rows = (from: number, to: number): Float32Array =>
    Float32Array.from({ length: n * n }, (_, i) =>
      Math.floor(i / n) >= from && Math.floor(i / n) < to ? 1 : 0,
    );
  const grey = rows(0, 0);
  const landmarks = new Float32Array(3 * 468);
  const of = (scarf: boolean): ReturnType<typeof bodyOf> =>
    bodyOf({
      canvas: { n, width: 4, L: grey, a: grey, b: grey, alpha: rows(0, n), landmarks },
      regions: { skin: rows(3, 5), hair: rows(0, 3), clothes: rows(5, n), face: rows(3, 5), scarf },
    } as unknown as Portrait);
  expect(of(false).hair).toEqual(rows(0, 3));
  const { hair, clothes, bare } = of(true);
  expect(Math.max(...hair)).toBe(0);
  expect(clothes).toEqual(rows(0, n).map((v, i) => v - (bare[i] ?? 0)));
  expect(bare).toEqual(rows(3, 5));
});
