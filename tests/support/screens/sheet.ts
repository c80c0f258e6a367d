import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

import type { Recipe } from '../../../renderer/core/avatars.ts';
import type { Write } from '../../../renderer/ports/store.ts';
import { exampleAvatar } from '../example-rows.ts';
import { GENESIS } from '../scripted-chain.ts';
import { expectVisible, main } from './index.ts';
import { openApp, type App } from './open-app.ts';
import { plainPicture } from './picture-engine.ts';

const MANY = 1_200;
const guest = { profileId: 'guest', genesis: GENESIS };

/**
 * 1,200 avatars, 'Artistic 1' the newest. Every third is Modern, every fifth is liked. They share a
 * picture.
 */
export async function manyAvatars(): Promise<Write[]> {
  const full = await plainPicture('teal');
  return Array.from({ length: MANY }, (_none, n): Write[] => {
    const made = exampleAvatar(guest, `uid-${String(n)}`, {
      id: 101 + n,
      name: `Artistic ${String(n + 1)}`,
      createdAt: Date.now() - n * 60_000,
      liked: n % 5 === 0,
      batchId: `batch ${String(Math.floor(n / 100)).padStart(3, '0')}`,
    });
    const recipe: Recipe = { ...made.recipe, style: n % 3 === 0 ? 'modern' : 'artistic' };
    return [
      { table: 'avatars', put: { ...made, recipe } },
      { table: 'pictures', put: { ...guest, uid: made.uid, full, thumb: full } },
    ];
  }).flat();
}

export const sheet = (): Locator => page.getByRole('list', { name: 'Your avatars' });

/** The checkbox of an avatar, by its whole name. */
export const box = (name: string): Locator => page.getByRole('checkbox', { name, exact: true });

/** The index of the first rendered frame. */
export const firstAt = (): number =>
  Number(sheet().getByRole('listitem').elements()[0]?.getAttribute('data-at') ?? NaN);

/** Scrolls there again and again until it has arrived, because rows are measured on the way. */
export const scrolledTo = (y: () => number, there: () => boolean): Promise<void> =>
  expect
    .poll(() => {
      scrollTo(0, y());
      return there();
    })
    .toBe(true);

/** Scrolls to the sheet's beginning. */
export const scrolledUp = (): Promise<void> =>
  scrolledTo(
    () => 0,
    () => scrollY === 0 && firstAt() === 0,
  );

/** Opens the sheet of 1,200 avatars, at its beginning. */
export async function openSheet(path = '/dashboard'): Promise<App> {
  const app = await openApp(path, { rows: await manyAvatars() });
  await expectVisible(main().getByRole('tab', { name: 'My Avatars (1,200)' }));
  // The tab restores the previous test's scroll position at some later time.
  await scrolledUp();
  return app;
}
