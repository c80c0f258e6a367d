import { expect, it } from 'vitest';

import { lch, type Lab } from '../../../../core/colour.ts';
import type { Square } from '../../../raster/planes.ts';
import type { Portrait } from '../portrait.ts';
import { bodyOf } from './body.ts';

const N = 128;
const [CX, CY, RX, RY] = [64, 70, 30, 38];
/** The middle of an ear's rim beside the face, and its radius. */
const RIM = { x: 35, y: -2, radius: 6 } as const;

/** A face with hair around it; an ear's rim of the colour `rim` was counted as hair. */
const head = (hairColour: Lab, rim: Lab, width = 40): Portrait => {
  const plane = (of: (x: number, y: number) => number): Square =>
    Float32Array.from({ length: N * N }, (_, i) => of((i % N) - CX, Math.floor(i / N) - CY));
  const inFace = (x: number, y: number): boolean => Math.hypot(x / RX, y / RY) < 1;
  const inRim = (x: number, y: number): boolean => Math.hypot(x - RIM.x, y - RIM.y) < RIM.radius;
  const inHead = (x: number, y: number): boolean => Math.hypot(x / width, y / 48) < 1;
  const colour = (x: number, y: number): Lab => {
    if (inFace(x, y)) return lch(0.6, 0.06, 40);
    return inRim(x, y) ? rim : hairColour;
  };
  const [L, a, b] = [0, 1, 2].map((c) => plane((x, y) => colour(x, y)[c] as number)) as [
    Square,
    Square,
    Square,
  ];
  const face = plane((x, y) => (inFace(x, y) ? 1 : 0));
  const alpha = plane((x, y) => (inHead(x, y) ? 1 : 0));
  const hair = alpha.map((v, i) => v * (1 - (face[i] as number)));
  const landmarks = new Float32Array(3 * 468);
  for (const [index, x, y] of [
    [234, -RX, 0],
    [454, RX, 0],
    [172, -20, 24],
  ] as const)
    landmarks.set([CX + x, CY + y, 0], 3 * index);
  const canvas = { n: N, width: 2 * RX, L, a, b, alpha, landmarks };
  const none = plane(() => 0);
  const regions = { skin: face, hair, clothes: none, face, bald: false };
  return { canvas, regions } as unknown as Portrait;
};

const GREY = lch(0.4, 0.012, 20);
const at = (mask: Square, x: number, y: number): number => mask[(CY + y) * N + CX + x] as number;

it('counts the reddish rim of an ear as skin, not as the grey hair beside it', () => {
  const { bare, hair } = bodyOf(head(GREY, lch(0.35, 0.075, 28)));
  expect(at(bare, RIM.x, RIM.y)).toBe(1);
  expect(at(hair, RIM.x, RIM.y)).toBe(0);
  // The hair on the other side and on the crown stays.
  for (const [x, y] of [
    [-RIM.x, RIM.y],
    [0, -RY - 4],
  ] as const)
    expect(at(hair, x, y)).toBe(1);
});

it('leaves an ear between locks to the hair', () => {
  const { hair } = bodyOf(head(GREY, lch(0.35, 0.075, 28), 52));
  expect(at(hair, RIM.x, RIM.y)).toBe(1);
});

it('leaves hair at the temples as it is, grey or red', () => {
  const red = lch(0.35, 0.075, 40);
  for (const portrait of [head(GREY, lch(0.5, 0.02, 60)), head(red, lch(0.4, 0.09, 35))])
    expect(at(bodyOf(portrait).hair, RIM.x, RIM.y)).toBe(1);
});
