import { expect, it } from 'vitest';

import type { Square } from '../../../raster/planes.ts';
import type { Portrait } from '../portrait.ts';
import { seenThrough } from './shapes.ts';

const N = 128;
const [CX, CY, RX, RY] = [58, 64, 26, 36];
/** The right lens in the picture: its middle and radius. */
const LENS = { x: 12, y: -4, radius: 12 } as const;

/**
 * A head with black hair and glasses. Turned, its right lens reaches beyond the face and shows the
 * ground; from the front, the hair at its temples is grey.
 */
const head = (turned: boolean): Portrait => {
  const plane = (of: (x: number, y: number) => number): Square =>
    Float32Array.from({ length: N * N }, (_, i) => of((i % N) - CX, Math.floor(i / N) - CY));
  const shift = turned ? 12 : 0;
  const lens = (x: number, y: number): boolean =>
    Math.hypot(x - LENS.x - shift, y - LENS.y) < LENS.radius + 1;
  const face = plane((x, y) => (Math.hypot(x / RX, y / RY) < 1 ? 1 : 0));
  const body = plane((x, y) =>
    Math.hypot(x / (RX + 6), (y + 4) / (RY + 4)) < 1 || (turned && lens(x, y)) ? 1 : 0,
  );
  const hair = body.map((v, i) => v * (1 - (face[i] as number)));
  const L = plane((x, y) => {
    if (Math.hypot(x / RX, y / RY) < 1) return 0.7;
    if (turned) return lens(x, y) ? 0.75 : 0.2;
    return Math.abs(y) < 12 ? 0.55 : 0.2;
  });
  const landmarks = new Float32Array(3 * 468);
  for (const [index, x] of [
    [234, CX - RX],
    [454, CX + RX],
  ] as const)
    landmarks.set([x, CY, 0], 3 * index);
  const none = new Float32Array(N * N);
  const canvas = { n: N, width: 2 * RX, L, a: none, b: none, alpha: body, landmarks };
  const rim = [LENS.x, LENS.y, LENS.radius, LENS.radius, 2] as const;
  return {
    canvas,
    close: canvas,
    regions: { skin: face, hair, clothes: none, face, bald: false },
    spectacles: { middle: [CX + shift, CY], across: [1, 0], down: [0, 1], shapes: [rim, rim] },
  } as unknown as Portrait;
};

it('sees the ground in a lens beside a turned face, but takes grey temples for hair', () => {
  const at = (plane: Square, x: number, y: number): number =>
    plane[(CY + y) * N + CX + x] as number;
  const turned = seenThrough(head(true));
  expect(at(turned, LENS.x + 22, LENS.y)).toBe(1);
  // Neither the crown nor the other side nor the face.
  for (const [x, y] of [
    [0, -RY - 2],
    [-RX - 2, LENS.y],
    [LENS.x, LENS.y],
  ] as const)
    expect(at(turned, x, y)).toBe(0);
  expect(Math.max(...seenThrough(head(false)))).toBe(0);
});
