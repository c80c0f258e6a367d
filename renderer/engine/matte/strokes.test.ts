import { describe, expect, it } from 'vitest';

import { filling, ovalAt } from '../../../tests/support/painted.ts';
import type { Stroke } from '../../core/strokes.ts';
import type { Colours } from '../raster/guided-filter.ts';
import type { Plane } from '../raster/planes.ts';
import type { Area } from './area.ts';
import { matte } from './matting.ts';
import { mendingOf, mendWith } from './strokes.ts';

const SIZE = 120;
const PHOTO = { width: 240, height: 240 };
/** The whole photo at half its size. */
const AREA: Area = { left: 0, top: 0, scale: 0.5, width: SIZE, height: SIZE, face: 40 };
const fill = filling(SIZE);
const stroke = (mode: Stroke['mode'], ...points: number[]): Stroke => ({
  mode,
  size: 0.1,
  points,
});
const at = (plane: Plane, x: number, y: number): number => plane.data[y * SIZE + x] as number;

describe('the brush over an area', () => {
  it('covers its line, as wide as its size, in the photo’s own places', () => {
    const mending = mendingOf([stroke('keep', 0.25, 0.5, 0.75, 0.5)], AREA, PHOTO);
    if (!mending) throw new Error('nothing painted');
    const total = mending.weight.data.reduce((sum, value) => sum + value, 0);
    // 60 x 12 pixels, and a half disc at each end.
    expect(total / (60 * 12 + Math.PI * 36)).toBeCloseTo(1, 1);
    expect(at(mending.weight, 60, 60)).toBe(1);
    expect(at(mending.weight, 60, 70)).toBe(0);
    expect(mendingOf([], AREA, PHOTO)).toBeUndefined();
  });

  it('lays the later stroke over the earlier', () => {
    const mending = mendingOf(
      [stroke('keep', 0.5, 0.5), stroke('remove', 0.5, 0.5, 0.6, 0.5), stroke('soft', 0.6, 0.5)],
      AREA,
      PHOTO,
    );
    if (!mending) throw new Error('nothing painted');
    expect(at(mending.weight, 60, 60)).toBe(1);
    expect(at(mending.value, 60, 60)).toBe(0);
    expect(at(mending.weight, 73, 60)).toBe(0);
    expect(at(mending.soft, 73, 60)).toBe(1);
    const alpha = fill(() => 0.7);
    mendWith(mending, alpha);
    expect(at(alpha, 60, 60)).toBe(0);
    expect(at(alpha, 73, 60)).toBeCloseTo(0.7);
    expect(at(alpha, 10, 10)).toBeCloseTo(0.7);
  });
});

describe('the matte under the brush', () => {
  const landmarks = ovalAt(120, 100, 40, 48);
  const inside = (x: number, y: number): boolean =>
    Math.hypot(x - 60, y - 50) < 30 || (y > 70 && Math.abs(x - 60) < 40);
  const colours = [0.6, 0.45, 0.35].map((value, k) =>
    fill((x, y) => (inside(x, y) ? value : ([0.2, 0.3, 0.5][k] as number)) + ((x * y) % 3) / 100),
  ) as unknown as Colours;
  const made = (strokes: readonly Stroke[]): Plane =>
    matte(
      colours,
      fill((x, y) => (inside(x, y) ? 1 : 0)),
      { hair: fill(() => 0), skin: fill(() => 0), background: fill(() => 0), lens: fill(() => 0) },
      { landmarks },
      AREA,
      mendingOf(strokes, AREA, PHOTO),
    ).alpha;

  it('has the last word, and changes nothing far from it', () => {
    const [before, after] = [
      made([]),
      made([stroke('remove', 0.5, 0.9), stroke('keep', 0.1, 0.2, 0.2, 0.2)]),
    ];
    expect(at(before, 60, 108)).toBe(1);
    expect(at(after, 60, 108)).toBe(0);
    // Not connected to the person, and kept all the same.
    expect(at(before, 18, 24)).toBe(0);
    expect(at(after, 18, 24)).toBe(1);
    for (const [x, y] of [
      [60, 50],
      [100, 20],
      [30, 100],
    ] as const)
      expect(at(after, x, y)).toBeCloseTo(at(before, x, y), 5);
  });

  it('is the same for the same strokes', () => {
    const strokes = [stroke('soft', 0.3, 0.3, 0.7, 0.2), stroke('remove', 0.5, 0.95)];
    expect(made(strokes).data).toEqual(made(structuredClone(strokes)).data);
  });
});
