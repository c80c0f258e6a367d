import { expect, it } from 'vitest';

import type { Choices } from '../../core/drafts.ts';
import { parseChoices } from './choices.ts';
import { MOST_PRESETS, presetChange, withPreset, type Preset } from './presets.ts';

const OPTIONS: Choices['options'] = {
  gradient: 'dusk',
  strength: 0.5,
  lightAngle: 90,
  solidColor: '#aabbcc',
  backdropColor: '#112233',
};
const LOOK: Choices = {
  style: 'artistic',
  background: 'gradient',
  seed: 7,
  options: {
    ...OPTIONS,
    crop: { zoom: 1.2, x: 0, y: 0, roll: 0 },
    face: 1,
    strokes: [],
    backdropPicture: 'abc',
  },
};

it('a preset is saved without what belongs to its photo, and reads back as written', () => {
  const [kept] = withPreset([], '  Team  ', LOOK);
  expect(kept).toEqual({ name: 'Team', choices: { ...LOOK, options: OPTIONS } });
  expect(parseChoices(JSON.parse(JSON.stringify(kept?.choices)))).toEqual(kept?.choices);
});

it('a name is saved once, the latest comes first, and beyond the limit the oldest is dropped', () => {
  const full = Array.from({ length: MOST_PRESETS }, (_, index) => String(index)).reduce<
    readonly Preset[]
  >((presets, name) => withPreset(presets, name, LOOK), []);
  const again = withPreset(full, '3', { ...LOOK, style: 'modern' });
  expect(again).toHaveLength(MOST_PRESETS);
  expect(again[0]).toMatchObject({ name: '3', choices: { style: 'modern' } });
  const more = withPreset(full, 'new', LOOK);
  expect(more).toHaveLength(MOST_PRESETS);
  expect(more.some(({ name }) => name === '0')).toBe(false);
});

it('a preset that is chosen for another photo doesn’t change its framing, face or strokes', () => {
  const [kept] = withPreset([], 'Team', LOOK);
  if (!kept) throw new Error('nothing was kept');
  const crop = { zoom: 2, x: 0.1, y: 0, roll: 3 };
  const change = presetChange(kept, {
    ...LOOK,
    style: 'ink',
    options: { crop, face: 0, strength: 1 },
  });
  expect(change).toEqual({ ...kept.choices, options: { ...kept.choices.options, crop, face: 0 } });
});
