import { describe, expect, it } from 'vitest';

import { exampleAvatar } from '../../tests/support/example-rows.ts';
import { readRow, rowVersion } from './rows/read-row.ts';
import { fitStrokes, MOST_STROKES, STROKE_SIZES } from './stroke-limits.ts';
import { shownFaults, strokesOf, withStroke, type Stroke } from './strokes.ts';

const dab: Stroke = { mode: 'keep', size: 0.05, points: [0.5, 0.5] };

describe('a stroke of the brush', () => {
  it('keeps only the points that its width shows, and stays on the photo', () => {
    const straight = Array.from({ length: 200 }, (_, k) => [k / 199, 0.5 + 1e-4 * (k % 2)]).flat();
    expect(withStroke([], { ...dab, points: straight })?.[0]?.points).toEqual([0, 0.5, 1, 0.5001]);
    const bent = [-0.3, 0.2, 0.5, 0.2, 0.5, 1.4];
    expect(withStroke([], { ...dab, points: bent })?.[0]?.points).toEqual([
      0, 0.2, 0.5, 0.2, 0.5, 1,
    ]);
    expect(withStroke([], { ...dab, size: 9 })?.[0]?.size).toBe(STROKE_SIZES.most);
  });

  it('belongs to one face: the largest by default', () => {
    const one = withStroke([], dab) ?? [];
    const two = withStroke(one, { ...dab, face: 2 }) ?? [];
    expect(two.map(({ face }) => face)).toEqual([undefined, 2]);
    expect(strokesOf(two, undefined)).toEqual(one);
    expect(strokesOf(two, 0)).toEqual(one);
    expect(strokesOf(two, 2)).toHaveLength(1);
    expect(strokesOf(undefined, 2)).toEqual([]);
  });

  it('is limited, because a recipe is stored with each avatar', () => {
    let strokes: readonly Stroke[] = [];
    for (let k = 0; k < MOST_STROKES; k += 1) strokes = withStroke(strokes, dab) ?? [];
    expect(strokes).toHaveLength(MOST_STROKES);
    expect(withStroke(strokes, dab)).toBeUndefined();
    const wild = Array.from({ length: 6_000 }, (_, k) => ((k * 7_919) % 9_973) / 9_973);
    expect(withStroke([], { ...dab, size: STROKE_SIZES.least, points: wild })).toBeUndefined();
  });

  it('is read from a row only within those bounds', () => {
    const avatar = exampleAvatar({ profileId: 'guest', genesis: 'g' });
    const row = (strokes: unknown) => ({
      ...avatar,
      recipe: { ...avatar.recipe, options: { strokes } },
    });
    const problem = (strokes: unknown): boolean =>
      'problem' in readRow('avatars', row(strokes), rowVersion('avatars'));
    expect(problem([dab, { ...dab, mode: 'soft', face: 1 }])).toBe(false);
    for (const bad of [
      [{ ...dab, mode: 'paint' }],
      [{ ...dab, size: 3 }],
      [{ ...dab, points: [0.5, 2] }],
      [{ ...dab, points: [0.5] }],
      [{ ...dab, points: [] }],
      Array.from({ length: MOST_STROKES + 1 }, () => dab),
    ])
      expect(problem(bad)).toBe(true);
    expect(fitStrokes([dab])).toBe(true);
  });
});

it('a cut-out is reported as it was found, until that face was painted with the brush', () => {
  const faults = ['hole', 'lost-ear'] as const;
  expect(shownFaults({ faults, options: {} })).toEqual(faults);
  expect(shownFaults({ options: {} })).toEqual([]);
  expect(shownFaults({ faults, options: { strokes: [dab] } })).toEqual([]);
  expect(shownFaults({ faults, options: { face: 1, strokes: [dab] } })).toEqual(faults);
});
