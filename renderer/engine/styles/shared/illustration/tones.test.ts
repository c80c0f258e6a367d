import { expect, test } from 'vitest';

import { chromaOf, hueOf, lch, type Lab } from '../../../../core/colour.ts';
import type { Portrait } from '../portrait.ts';
import { skinTonesOf } from './tones.ts';

/** A face of these colours, each a quarter of it. */
const faceOf = (colours: readonly [Lab, Lab, Lab, Lab], coloured: number): Portrait => {
  const n = 32;
  const size = n * n;
  const of = (i: number): Lab => colours[Math.floor((4 * i) / size)] as Lab;
  const whole = new Float32Array(size).fill(1);
  const canvas = {
    n,
    L: whole.map((_, i) => of(i)[0]),
    a: whole.map((_, i) => of(i)[1]),
    b: whole.map((_, i) => of(i)[2]),
    alpha: whole,
  };
  return { canvas, person: { skin: whole, face: whole }, coloured } as unknown as Portrait;
};

const lit = (
  levels: readonly [number, number, number, number],
  chroma: number,
  hue: number,
  coloured = 1,
) => skinTonesOf(faceOf(levels.map((L) => lch(L, chroma, hue)) as [Lab, Lab, Lab, Lab], coloured));

test('skin is as light as where light falls on it, whatever lies in shadow and shines', () => {
  const { base, light } = lit([0.4, 0.5, 0.62, 0.64], 0.08, 50);
  expect(base[0]).toBeGreaterThanOrEqual(0.62);
  expect(base[0]).toBeLessThanOrEqual(0.64);
  expect(light[0]).toBeGreaterThan(base[0] + 0.03);
});

test('the light on evenly lit skin still shows', () => {
  const { base, light } = lit([0.62, 0.62, 0.62, 0.62], 0.08, 50);
  expect(light[0] - base[0]).toBeGreaterThan(0.04);
});

test('pale skin is drawn more vivid than it is, and vivid skin as it is', () => {
  expect(chromaOf(lit([0.7, 0.7, 0.7, 0.7], 0.058, 50).base)).toBeCloseTo(0.066, 3);
  expect(chromaOf(lit([0.7, 0.7, 0.7, 0.7], 0.105, 50).base)).toBeCloseTo(0.105, 3);
});

test('pink skin stays pink, but not mauve', () => {
  expect(hueOf(lit([0.7, 0.7, 0.7, 0.7], 0.06, 30).base)).toBeCloseTo(40, 1);
});

test('skin is grey in a black-and-white photo, in all its tones', () => {
  for (const tone of Object.values(lit([0.6, 0.65, 0.7, 0.75], 0.004, 90, 0)))
    expect(chromaOf(tone)).toBeLessThan(0.01);
});
