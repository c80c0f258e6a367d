import { describe, expect, it } from 'vitest';

import { exampleAvatar } from '../../../tests/support/example-rows.ts';
import type { Avatar, Recipe } from '../../core/avatars.ts';
import {
  avatarPath,
  dashboardPath,
  isPlain,
  NO_QUERY,
  parseQuery,
  queryParams,
  selectAvatars,
  type LibraryQuery,
} from './query.ts';

const guest = { profileId: 'guest', genesis: 'chain' };
const DAY = 24 * 60 * 60 * 1_000;
const NOW = 100 * DAY;
const avatar = (id: number, change: Partial<Avatar> = {}, recipe: Partial<Recipe> = {}): Avatar => {
  const made = exampleAvatar(guest, `uid-${String(id)}`, {
    id,
    name: `Artistic ${String(id)}`,
    createdAt: NOW - DAY / 2,
    ...change,
  });
  return { ...made, recipe: { ...made.recipe, ...recipe } };
};
const SHEET = [
  avatar(103, { batchId: 'new', name: 'Artistic 10', likeness: 0.9 }),
  avatar(104, { batchId: 'new', name: 'Artistic 9', likeness: 0.99, liked: true }),
  avatar(
    101,
    { batchId: 'old', name: 'Me at work', likeness: 0.95, createdAt: NOW - 5 * DAY },
    { style: 'modern', background: 'gradient' },
  ),
  avatar(
    102,
    { batchId: 'old', name: 'modern times', createdAt: NOW - 40 * DAY },
    { style: 'modern' },
  ),
];
const ids = (query: Partial<LibraryQuery>, minted: readonly string[] = []): number[] =>
  selectAvatars(SHEET, { ...NO_QUERY, ...query }, { minted: new Set(minted), now: NOW }).map(
    ({ id }) => id,
  );

const FULL: LibraryQuery = {
  search: 'me & you',
  sort: 'likeness',
  style: 'modern',
  background: 'none',
  batch: 'order:LK-1',
  age: 'week',
  liked: true,
  minted: true,
};

describe('a query of the library', () => {
  it('is written to the address and read from it, with all its parts', () => {
    expect(parseQuery(queryParams(FULL))).toEqual(FULL);
    expect(parseQuery(queryParams(NO_QUERY))).toEqual(NO_QUERY);
    expect(dashboardPath(NO_QUERY)).toBe('/dashboard');
    expect(avatarPath(7, { ...NO_QUERY, liked: true })).toBe('/avatar/7?liked=1');
  });

  it('ignores unknown values', () => {
    const odd = new URLSearchParams(
      'sort=up&style=oil&background=sky&age=year&liked=yes&tab=settings',
    );
    expect(isPlain(parseQuery(odd))).toBe(true);
  });

  it('is the whole library if it asks for nothing', () => {
    expect(selectAvatars(SHEET, NO_QUERY, { minted: new Set(), now: NOW })).toBe(SHEET);
  });

  it('finds by words of name, style and background, in any order', () => {
    expect(ids({ search: 'ME at' })).toEqual([101]);
    expect(ids({ search: 'gradient modern' })).toEqual([101]);
    expect(ids({ search: 'modern' })).toEqual([101, 102]);
    expect(ids({ search: 'nobody' })).toEqual([]);
    const names = ['José', 'Jose\u0301', 'Jose'].map((name, id) => avatar(id, { name }));
    for (const search of ['JOSÉ', 'jose\u0301']) {
      const found = selectAvatars(names, { ...NO_QUERY, search }, { minted: new Set(), now: NOW });
      expect(found).toEqual(names.slice(0, 2));
    }
  });

  it('filters by style, background, batch, age, likes and NFTs, combined', () => {
    expect(ids({ style: 'modern' })).toEqual([101, 102]);
    expect(ids({ background: 'gradient' })).toEqual([101]);
    expect(ids({ batch: 'new' })).toEqual([103, 104]);
    expect([ids({ age: 'day' }), ids({ age: 'week' }), ids({ age: 'month' })]).toEqual([
      [103, 104],
      [103, 104, 101],
      [103, 104, 101],
    ]);
    expect(ids({ liked: true })).toEqual([104]);
    expect(ids({ minted: true }, ['uid-102'])).toEqual([102]);
    expect(ids({ style: 'modern', liked: true })).toEqual([]);
  });

  it('sorts numbers in names as numbers, and by age and likeness', () => {
    expect(ids({ sort: 'name' })).toEqual([104, 103, 101, 102]);
    expect(ids({ sort: 'oldest' })).toEqual([101, 102, 103, 104]);
    expect(ids({ sort: 'likeness' })[0]).toBe(104);
  });
});
