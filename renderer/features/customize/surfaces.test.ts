import { expect, it } from 'vitest';

import { withOptions } from '../../core/avatars.ts';
import { NO_CROP } from '../../core/crop.ts';
import { keyCrop, lightWords, wrapAngle } from './surfaces.tsx';

it('framing by keys moves, zooms and tilts, five times as far with Shift, and leaves other keys alone', () => {
  expect(keyCrop('ArrowLeft', false, NO_CROP)).toEqual({ ...NO_CROP, x: -0.01 });
  expect(keyCrop('ArrowDown', true, NO_CROP)).toEqual({ ...NO_CROP, y: 0.05 });
  expect(keyCrop('+', false, NO_CROP)?.zoom).toBe(1.02);
  expect(keyCrop('[', true, NO_CROP)?.roll).toBe(-5);
  expect(keyCrop('Tab', false, NO_CROP)).toBeUndefined();
  expect(keyCrop('ArrowRight', false, { ...NO_CROP, x: 0.35 })?.x).toBe(0.35);
});

it('light counts from the right, counter-clockwise, in whole degrees of one turn', () => {
  expect([wrapAngle(-5), wrapAngle(359.6), wrapAngle(725)]).toEqual([355, 0, 5]);
  expect([0, 44, 90, 135, 180, 270, 350].map(lightWords)).toEqual([
    'from the right',
    'from the upper right',
    'from above',
    'from the upper left',
    'from the left',
    'from below',
    'from the right',
  ]);
});

it('an option that is unset is no option: equal looks are equal recipes', () => {
  expect(withOptions({ strength: 0.5, gradient: 'dusk' }, { strength: undefined })).toEqual({
    gradient: 'dusk',
  });
  expect(Object.keys(withOptions({ strength: 0.5 }, { strength: undefined }))).toEqual([]);
});
