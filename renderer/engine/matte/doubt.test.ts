import { describe, expect, it } from 'vitest';

import { filling } from '../../../tests/support/painted.ts';
import type { Colours } from '../raster/guided-filter.ts';
import type { Plane } from '../raster/planes.ts';
import { weighDoubt } from './doubt.ts';

const SIZE = 96;
const FACE = 40;
const fill = filling(SIZE);

const SUIT = [0.2, 0.2, 0.25] as const;
const FLAG = [0.75, 0.05, 0.1] as const;
/** Sure of the person left of 40 and of the ground right of 56, with `doubt` between them. */
const maskOf = (doubt: number): Plane => fill((x) => (x < 40 ? 1 : x < 56 ? doubt : 0));
/** The suit ends at `edge`. */
const picture = (edge: number, ground: readonly number[] = FLAG): Colours =>
  [0, 1, 2].map((k) =>
    fill((x, y) => {
      const grain = ((x * 7 + y * 13) % 5) / 100;
      return ((x < edge ? SUIT : ground)[k] as number) + grain;
    }),
  ) as unknown as Colours;

const meanOf = (mask: Plane, from: number, to: number): number => {
  let sum = 0;
  for (let y = 20; y < 76; y += 1)
    for (let x = from; x < to; x += 1) sum += mask.data[y * SIZE + x] as number;
  return sum / 56 / (to - from);
};

describe('weighDoubt', () => {
  it('gives a doubtful stretch to the side that has its colour', () => {
    const mask = maskOf(0.5);
    weighDoubt(picture(48), mask, FACE);
    expect(meanOf(mask, 41, 46)).toBeGreaterThan(0.85);
    expect(meanOf(mask, 50, 55)).toBeLessThan(0.15);
  });

  it('never overrules a mask that is sure, nor nearly sure', () => {
    const sure = maskOf(0.985);
    weighDoubt(picture(40), sure, FACE);
    expect(meanOf(sure, 41, 55)).toBeCloseTo(0.985, 5);
    const nearly = maskOf(0.97);
    weighDoubt(picture(40), nearly, FACE);
    expect(meanOf(nearly, 41, 55)).toBeGreaterThan(0.5);
    expect(meanOf(nearly, 2, 38)).toBe(1);
  });

  it('gives a colour that neither side has to the background where doubt is wide', () => {
    const wall = [0.5, 0.6, 0.7] as const;
    /** Suit left of `from`, then a flag up to 56, then a wall. */
    const weighed = (from: number, doubt: number): number => {
      const flag = picture(from);
      const mask = fill((x) => (x < from ? 1 : x < 56 ? doubt : 0));
      const beside = picture(0, wall).map((one, k) =>
        fill((x, y) => ((x < 56 ? flag[k] : one) as Plane).data[y * SIZE + x] as number),
      ) as unknown as Colours;
      weighDoubt(beside, mask, FACE);
      return meanOf(mask, from + 1, 55);
    };
    expect(weighed(40, 0.65)).toBeLessThan(0.35);
    expect(weighed(40, 0.95)).toBeGreaterThan(0.8);
    expect(weighed(50, 0.65)).toBeCloseTo(0.65, 1);
  });

  it('says nothing where both sides have the colour, or one of them isn’t there', () => {
    const same = maskOf(0.4);
    weighDoubt(picture(48, SUIT), same, FACE);
    expect(meanOf(same, 41, 55)).toBeCloseTo(0.4, 1);
    const alone = fill((x) => (x < 40 ? 1 : 0.4));
    weighDoubt(picture(48), alone, FACE);
    expect(meanOf(alone, 60, 90)).toBeCloseTo(0.4, 5);
  });
});
