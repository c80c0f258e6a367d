import { expect, it } from 'vitest';

import { lch, type Lab } from '../../../../core/colour.ts';
import type { PortraitCanvas } from '../canvas.ts';
import { MOUTH_FOOT, MOUTH_TOP } from '../mesh.ts';
import { mouthOf } from './mouth.ts';

const N = 120;
const [CX, CY, HALF] = [60, 60, 30];
const LIPS: Lab = lch(0.64, 0.08, 34);
const TEETH: Lab = lch(0.65, 0.04, 46);

/** A mouth whose landmarks enclose an opening `tall` high; `seen` is what is there. */
const mouthWith = (tall: number, seen: (x: number, y: number) => Lab): PortraitCanvas => {
  const landmarks = new Float32Array(3 * 468);
  const put = (indices: readonly number[], from: number, up: number): void =>
    indices.forEach((index, k) => {
      const t = k / (indices.length - 1);
      const bulge = Math.min(1, 4 * t * (1 - t) * 1.5);
      landmarks.set([CX + from * (1 - 2 * t) * HALF, CY + (up * bulge * tall) / 2, 0], 3 * index);
    });
  put(MOUTH_TOP, -1, -1);
  put(MOUTH_FOOT, 1, 1);
  const [L, a, b] = [0, 1, 2].map((c) =>
    Float32Array.from(
      { length: N * N },
      (_, i) => seen((i % N) - CX, Math.floor(i / N) - CY)[c] as number,
    ),
  ) as [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
  const alpha = new Float32Array(N * N).fill(1);
  return { n: N, L, a, b, alpha, landmarks, width: 100 };
};

it('shows a narrow row of teeth within the lips', () => {
  const row = (x: number, y: number): Lab =>
    Math.abs(x) < 22 && y >= -1 && y <= 1 ? TEETH : lch(0.6, 0.075, 36);
  expect(mouthOf(mouthWith(10, row), LIPS)).toMatchObject({ open: true });
  expect(mouthOf(mouthWith(10, row), LIPS).teeth).toBeDefined();
});

it('keeps lips closed that only shine', () => {
  const shine = (x: number, y: number): Lab =>
    Math.hypot(x - 8, y - 1) < 2 ? TEETH : lch(0.6, 0.075, 36);
  expect(mouthOf(mouthWith(10, shine), LIPS)).toEqual({
    open: false,
    teeth: undefined,
    gap: false,
  });
});
