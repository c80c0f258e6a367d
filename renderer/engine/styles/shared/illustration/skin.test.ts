import { expect, it } from 'vitest';

import type { Square } from '../../../raster/planes.ts';
import { BROWS, OVAL } from '../mesh.ts';
import type { Portrait } from '../portrait.ts';
import { bodyOf } from './body.ts';
import { skinShapesOf } from './skin.ts';

const N = 192;
const [CX, CY, RX, RY] = [96, 110, 50, 62];
/** Height of the brows, and of the crown's top, from the face's middle. */
const [BROW, TOP] = [-30, -100];
/** Where the shaded side ends. */
const SHADED = -22;

interface Head {
  /** Lightness of the face's shaded side, a quarter of it, and of the rest. */
  readonly sides: readonly [number, number];
  readonly bald?: boolean;
  /** A round spot: its middle from the face's, its radius and lightness. */
  readonly spot?: readonly [x: number, y: number, radius: number, L: number];
}

/** Light and shadow on a flat head that is lit from the right, by place from the face's middle. */
const tonesOn = ({ sides: [left, right], bald = false, spot }: Head) => {
  const plane = (of: (x: number, y: number) => number): Square =>
    Float32Array.from({ length: N * N }, (_, i) => of((i % N) - CX, Math.floor(i / N) - CY));
  const inFace = (x: number, y: number): boolean => Math.hypot(x / RX, y / RY) < 1;
  const onHead = (x: number, y: number): boolean =>
    inFace(x, y) || (bald && y < 0 && Math.hypot(x / RX, y / TOP) < 1);
  const [face, head] = [inFace, onHead].map((test) => plane((x, y) => (test(x, y) ? 1 : 0))) as [
    Square,
    Square,
  ];
  const L = plane((x, y) => {
    if (spot && Math.hypot(x - spot[0], y - spot[1]) < spot[2]) return spot[3];
    return (x < SHADED ? left : right) + 0.0005 * x;
  });
  const landmarks = new Float32Array(3 * 468);
  const put = (index: number, x: number, y: number): void =>
    landmarks.set([CX + x, CY + y, 0], 3 * index);
  OVAL.forEach((index, k) => {
    const angle = (2 * Math.PI * k) / OVAL.length;
    put(index, RX * Math.sin(angle), -RY * Math.cos(angle));
  });
  BROWS.flat().forEach((index, k) => put(index, k % 2 === 0 ? -20 : 20, BROW));
  put(10, 0, -RY);
  put(152, 0, RY);
  put(234, -RX, 0);
  put(454, RX, 0);
  const none = plane(() => 0);
  const canvas = { n: N, width: 2 * RX, L, a: none, b: none, alpha: head, landmarks };
  const portrait = {
    canvas,
    person: { skin: head, hair: none, beard: none, clothes: none, face, bald },
    normals: [none, none, plane(() => 1)],
    side: 1,
  } as unknown as Portrait;
  const { skinTone } = skinShapesOf(bodyOf(portrait));
  const tones = skinTone();
  return (x: number, y: number): number => tones[(CY + y) * N + CX + x] as number;
};

it('draws no small round light, and no small round gap in the shadow', () => {
  const sides = [0.5, 0.7] as const;
  expect(tonesOn({ sides, spot: [-10, 25, 8, 0.9] })(-10, 25)).toBeLessThanOrEqual(0.75);
  expect(tonesOn({ sides, spot: [-10, 25, 16, 0.9] })(-10, 25)).toBeGreaterThan(0.75);
  expect(tonesOn({ sides, spot: [-36, 10, 8, 0.65] })(-36, 10)).toBeLessThan(0.25);
});

it("lets a bald head's shadow end below the crown", () => {
  const at = tonesOn({ sides: [0.5, 0.7], bald: true });
  expect(at(-30, 0)).toBeLessThan(0.25);
  expect(at(-35, BROW)).toBeLessThan(0.25);
  expect(at(-29, TOP + 25)).toBeGreaterThan(0.25);
});
