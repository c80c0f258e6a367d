import { expect, it } from 'vitest';

import type { RecipeOptions } from '../../../core/avatars.ts';
import type { BackgroundId } from '../../../core/styles.ts';
import { recolours } from './ground.ts';
import type { Setting } from './style.ts';

const setting = (background: BackgroundId, options: RecipeOptions = {}): Setting => ({
  seed: 1,
  options,
  background,
  backdrop: undefined,
  key: [0, 0, 1],
  strength: 1,
  step: () => Promise.resolve(),
});

it.each([
  ['the studio’s ground', setting('professional'), true],
  ['a gradient by the seed', setting('gradient'), true],
  ['a colour of one’s own', setting('professional', { backdropColor: '#aa3355' }), false],
  ['a picture of one’s own', setting('professional', { backdropPicture: 'any' }), false],
  ['a gradient of one’s own', setting('gradient', { gradient: 'dusk' }), false],
  ['a plain colour', setting('solid-color'), false],
  ['white', setting('clean-white'), false],
])('%s: a style prints it in colours of its own: %#', (_, asked, printed) => {
  expect(recolours(asked)).toBe(printed);
});
