import { expect, it } from 'vitest';

import { chromaOf, hueOf, labDistance, lch } from '../../../../core/colour.ts';
import type { PortraitCanvas } from '../canvas.ts';
import type { Body } from './body.ts';
import { hairShapesOf, withoutCast } from './hair.ts';

const N = 160;
/** Height of a fringe, and of the strip above it. */
const STRIP = 40;

/**
 * A square of brown hair. Its fringe is darker than the crown by `dark`, though it faces the light;
 * the strip between them, half as dark, is turned away.
 */
const combed = (dark: number): Body => {
  const plane = (valueAt: (x: number, y: number) => number): Float32Array<ArrayBuffer> =>
    Float32Array.from({ length: N * N }, (_, i) => {
      const [x, y] = [i % N, Math.floor(i / N)];
      return x < 8 || y < 8 || x >= N - 8 || y >= N - 8 ? 0 : valueAt(x, y);
    });
  const down = N - 8;
  const fringe = (y: number): boolean => y >= down - STRIP;
  const above = (y: number): boolean => !fringe(y) && y >= down - 2 * STRIP;
  const alpha = plane(() => 1);
  const none = plane(() => 0);
  const canvas: PortraitCanvas = {
    n: N,
    L: plane(
      (_, y) => (fringe(y) ? 0.55 - dark : above(y) ? 0.55 - 0.5 * dark : 0.55) - 0.02 * (y / N),
    ),
    a: plane(() => 0.015),
    b: plane(() => 0.03),
    alpha,
    landmarks: new Float32Array(3 * 468),
    width: 60,
  };
  const frame = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  return {
    portrait: {
      frame,
      near: frame,
      canvas,
      close: canvas,
      coloured: 1,
      person: { face: none, skin: none, hair: alpha, beard: none, clothes: none, bald: true },
      normals: [none, plane((_, y) => (fringe(y) ? -0.95 : above(y) ? 0.95 : -0.3)), none],
      side: 1,
      spectacles: undefined,
    },
    bare: none,
    hair: alpha,
    clothes: none,
    area: canvas.width ** 2,
  };
};

it('draws a fringe dark that is far darker than the crown, wherever it faces', () => {
  const middleOfFringe = (N - 8 - STRIP / 2) * N + N / 2;
  expect(hairShapesOf(combed(0.3)).tone[middleOfFringe]).toBeLessThan(0.25);
  // A slight difference leaves the head's round shape its say.
  expect(hairShapesOf(combed(0.04)).tone[middleOfFringe]).toBeGreaterThan(0.25);
});

it('keeps more of the contrast of hair in strong light than of evenly lit hair', () => {
  const contrast = (dark: number): number => {
    const [base, light, low] = hairShapesOf(combed(dark)).colours ?? [];
    if (!base || !light || !low) throw new Error('no hair');
    return light[0] - low[0];
  };
  expect(contrast(0.04)).toBeLessThan(0.11);
  expect(contrast(0.35)).toBeGreaterThan(0.23);
});

it('takes dark hair’s colour from the middle of it, and fair hair’s from where light falls', () => {
  /** How much lighter than its darkest part hair is drawn whose lightness rises by 0.2. */
  const drawn = (darkest: number): number => {
    const body = combed(0);
    const { canvas } = body.portrait;
    canvas.L.forEach((_, i) => (canvas.L[i] = darkest + (0.2 * i) / (N * N)));
    return (hairShapesOf(body).colours?.[0][0] ?? Number.NaN) - darkest;
  };
  expect(drawn(0.25)).toBeCloseTo(0.1, 2);
  expect(drawn(0.6)).toBeCloseTo(0.14, 2);
});

const SKIN = lch(0.75, 0.08, 45);

it.each([
  ['black hair in violet light', lch(0.28, 0.036, 340)],
  ['grey hair that the light makes redder than skin', lch(0.7, 0.055, 35)],
])('takes the colour from %s', (_, own) => {
  expect(chromaOf(withoutCast(own, SKIN))).toBeLessThan(0.02);
});

it.each([
  ['black', lch(0.25, 0.02, 50)],
  ['brown', lch(0.4, 0.06, 50)],
  ['red', lch(0.55, 0.11, 48)],
  ['fair', lch(0.7, 0.07, 78)],
  ['dyed violet', lch(0.45, 0.12, 320)],
])('leaves %s hair its own colour', (_, own) => {
  expect(labDistance(withoutCast(own, SKIN), own)).toBeLessThan(0.001);
});

it('leaves fair hair its colour in light that reddens skin as well, without the red', () => {
  const fair = withoutCast(lch(0.7, 0.04, 40), lch(0.78, 0.06, 31));
  expect(chromaOf(fair)).toBeGreaterThan(0.03);
  expect(hueOf(fair)).toBeGreaterThan(50);
});

it('leaves hair its colour where no skin is seen', () => {
  const brown = lch(0.4, 0.06, 50);
  expect(labDistance(withoutCast(brown, [NaN, NaN, NaN]), brown)).toBeLessThan(0.001);
});
