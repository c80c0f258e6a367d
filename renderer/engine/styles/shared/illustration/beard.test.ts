import { expect, it } from 'vitest';

import type { Lab } from '../../../../core/colour.ts';
import type { Canvas } from '../canvas.ts';
import { beardOf } from './beard.ts';

const N = 128;
/** The face's middle, and half its width and height. */
const [CX, CY, RX, RY] = [64, 50, 26, 34];
const SKIN: Lab = [0.6, 0.06, 0.07];

/** Where the landmarks that the beard is found by lie, in halves of the face. */
const PLACES: Readonly<Record<string, readonly number[]>> = {
  '-0.6 0': [50, 101, 118, 117, 205, 129, 97],
  '0.6 0': [280, 330, 347, 346, 425, 358, 326],
  '-0.45 0.5': [57, 61, 146, 91, 182, 92, 165],
  '0.45 0.5': [287, 291, 375, 321, 406, 322, 391],
  '-0.4 0.75': [194, 204, 211, 212, 83, 208],
  '0.4 0.75': [418, 424, 431, 432, 313, 428],
};

/** A face whose lower half, down to `beardTo`, has another colour. */
const faceWith = (beard: Lab, beardTo: number): Canvas => {
  const landmarks = new Float32Array(3 * 468);
  const put = (i: number, x: number, y: number): void => {
    landmarks[3 * i] = CX + x * RX;
    landmarks[3 * i + 1] = CY + y * RY;
  };
  const jaw = [
    234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361,
    323, 454,
  ];
  jaw.forEach((i, k) => {
    const angle = Math.PI - (Math.PI * k) / (jaw.length - 1);
    put(i, Math.cos(angle), Math.sin(angle));
  });
  for (const [where, indices] of Object.entries(PLACES)) {
    const [x, y] = where.split(' ').map(Number) as [number, number];
    indices.forEach((i, k) => {
      const angle = (2 * Math.PI * k) / indices.length;
      put(i, x + 0.12 * Math.cos(angle), y + 0.1 * Math.sin(angle));
    });
  }
  put(2, 0, 0.25);
  put(0, 0, 0.45);
  put(40, -0.2, 0.45);
  put(270, 0.2, 0.45);
  put(421, 0.25, 0.7);
  put(199, 0, 0.85);
  put(201, -0.25, 0.7);
  const planes = [0, 1, 2].map((c) =>
    Float32Array.from({ length: N * N }, (_, i) => {
      const y = Math.floor(i / N);
      return (y > CY + 0.2 * RY && y < beardTo ? beard : SKIN)[c] as number;
    }),
  ) as [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
  const [L, a, b] = planes;
  return { n: N, L, a, b, alpha: new Float32Array(N * N).fill(1), landmarks, width: 2 * RX };
};

const WHITE: Lab = [0.8, 0, 0.01];
const CHIN = CY + RY;

it('finds a white beard, in its own colour, and where it falls below the chin', () => {
  const { worn, colour, plane } = beardOf(faceWith(WHITE, CHIN + 12));
  expect(worn).toBe(true);
  WHITE.forEach((v, c) => expect(colour?.[c]).toBeCloseTo(v, 2));
  const at = (y: number): number => plane[Math.round(y) * N + CX] as number;
  expect(at(CHIN - 4)).toBeGreaterThan(0.5);
  expect(at(CHIN + 6)).toBeGreaterThan(0.5);
  expect(at(CHIN + 20)).toBeLessThan(0.5);
  expect(at(CY - 10)).toBeLessThan(0.5);
});

it('takes pale light on skin for skin', () => {
  expect(beardOf(faceWith([0.72, 0.045, 0.055], CHIN)).worn).toBe(false);
});
