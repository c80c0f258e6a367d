import { expect, it } from 'vitest';

import type { Lab } from '../oklab.ts';
import { isHat } from './hair.ts';

it('takes what is on a head for a hat by its pattern or its hue, not by the light on it', () => {
  const sunlit: readonly Lab[] = [
    [0.27, 0.003, 0.02],
    [0.57, 0.012, 0.016],
    [0.41, 0.007, 0.018],
    [0.74, 0.006, 0.008],
  ];
  expect(isHat(sunlit)).toBe(false);
  const striped: readonly Lab[] = [
    [0.22, 0.007, 0.006],
    [0.88, 0.007, 0.006],
  ];
  expect(isHat(striped)).toBe(true);
  const banded: readonly Lab[] = [
    [0.3, 0.02, 0.03],
    [0.5, 0.2, 0.1],
  ];
  expect(isHat(banded)).toBe(true);
});
