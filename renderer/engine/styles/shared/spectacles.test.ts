import { expect, it } from 'vitest';

import { LENSES } from '../../faces/lenses.ts';
import type { Point } from '../../raster/planes.ts';
import { distance } from '../../raster/points.ts';
import type { PortraitCanvas } from './canvas.ts';
import { EYES } from './mesh.ts';
import { spectaclesOf } from './spectacles.ts';

const N = 240;
const LEFT: Point = [75, 115];
const RIGHT: Point = [165, 115];
const MIDDLES = [LEFT, RIGHT] as const;
const [WIDE, HIGH] = [36, 24];
const RIM = 6;

/** How far a place is from the middle of the nearer lens, where 1 is on its outline. */
const beyond = (x: number, y: number): number =>
  Math.min(...MIDDLES.map(([mx, my]) => Math.hypot((x - mx) / WIDE, (y - my) / HIGH)));

/** A close-up of a plain face, whose lenses' outlines and bridge are as light as `frame`. */
const face = (frame: number, skin = 0.7): PortraitCanvas => {
  const plane = (value: number) => new Float32Array(N * N).fill(value);
  const L = plane(skin).map((_, i) => {
    const [x, y] = [i % N, Math.floor(i / N)];
    const off = Math.abs(beyond(x, y) - 1) * HIGH;
    const isBridge = x > 111 && x < 129 && Math.abs(y - 105) < 3;
    return off < RIM / 2 || isBridge ? frame : skin;
  });
  const landmarks = new Float32Array(468 * 3);
  EYES.forEach((ring, k) => {
    for (const i of ring) landmarks.set([...(k === 0 ? LEFT : RIGHT), 0], 3 * i);
  });
  return { n: N, L, a: plane(0.05), b: plane(0.05), alpha: plane(1), landmarks, width: 206 };
};

const lensesWhere = (is: (x: number, y: number) => boolean) =>
  Float32Array.from({ length: LENSES.edge ** 2 }, (_, i) => {
    const scale = N / LENSES.edge;
    return is(((i % LENSES.edge) + 0.5) * scale, (Math.floor(i / LENSES.edge) + 0.5) * scale)
      ? 1
      : 0;
  });
const both = lensesWhere((x, y) => beyond(x, y) < 1);

it('takes shape, width and colour of glasses from the photo', () => {
  const glasses = spectaclesOf(face(0.2), both);
  if (!glasses) throw new Error('no glasses');
  glasses.rims.forEach((rim) => {
    for (const [x, y] of rim) expect(Math.abs(beyond(x, y) - 1) * HIGH).toBeLessThan(2);
  });
  for (const width of [glasses.upper, glasses.lower]) {
    expect(width).toBeGreaterThan(RIM * 0.7);
    expect(width).toBeLessThan(RIM * 1.6);
  }
  expect(glasses.frame[0]).toBeCloseTo(0.2, 1);
  const [left, right] = glasses.bridge;
  expect(left[1]).toBeGreaterThan(101);
  expect(left[1]).toBeLessThan(109);
  expect(distance(left, right)).toBeLessThan(30);
  expect(glasses.hinges[0][0]).toBeLessThan(LEFT[0]);
  expect(glasses.hinges[1][0]).toBeGreaterThan(RIGHT[0]);
});

it('sees no rim where lenses have none', () => {
  const glasses = spectaclesOf(face(0.7), both);
  expect(glasses).toMatchObject({ upper: 0, lower: 0 });
});

it('finds no glasses without two lenses', () => {
  const none = lensesWhere(() => false);
  const one = lensesWhere((x, y) => x < N / 2 && beyond(x, y) < 1);
  for (const lenses of [none, one]) expect(spectaclesOf(face(0.2), lenses)).toBeUndefined();
});
