import { expect, it } from 'vitest';

import type { Avatar } from '../../core/avatars.ts';
import { fileSize } from '../../core/units.ts';
import type { Sample } from '../../state/library/index.ts';
import { findAvatar, tagsOf } from './shown.ts';

const samples = [1, 2, 3].map((id) => ({ id })) as unknown as Sample[];
const avatars = [{ id: 101 }] as unknown as Avatar[];

it.each([
  ['101', 'own', 101, undefined],
  ['101-mine', 'own', 101, undefined],
  ['2', 'sample', 2, false],
  ['999', 'sample', 1, true],
  ['-4', 'sample', 1, true],
  ['abc', 'sample', 1, false],
  [undefined, 'sample', 1, false],
])('findAvatar: %s leads to %s %i', (param, kind, id, elsewhere) => {
  const found = findAvatar(param, avatars, samples);
  expect(found?.kind).toBe(kind);
  expect(found?.kind === 'own' ? found.avatar.id : found?.sample.id).toBe(id);
  if (found?.kind === 'sample') expect(found.elsewhere).toBe(elsewhere);
});

it('writes file sizes as file managers do', () => {
  expect([fileSize(1_432_100), fileSize(380_400), fileSize(12)]).toEqual([
    '1.4 MB',
    '380 KB',
    '1 KB',
  ]);
});

it('tags what was done', () => {
  expect(tagsOf('artistic', 'none')).toEqual(['artistic', 'oil paint', 'brushwork', 'transparent']);
});
