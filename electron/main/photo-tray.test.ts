import { expect, it } from 'vitest';

import { MOST_HANDED_OVER } from '../../renderer/platform/desktop/ipc-contract.ts';
import { createPhotoTray } from './photo-tray.ts';

it('gives a file once, under a number that tells nothing of its place', () => {
  const tray = createPhotoTray();
  const [one, two] = tray.put(['/home/ada/me.png', '/home/ada/you.png']);
  expect([one?.name, two?.name]).toEqual(['me.png', 'you.png']);
  expect(tray.take(two?.id ?? '')).toBe('/home/ada/you.png');
  expect(tray.take(two?.id ?? '')).toBeUndefined();
  expect(tray.take('/home/ada/me.png')).toBeUndefined();
  expect(tray.take(one?.id ?? '')).toBe('/home/ada/me.png');
});

it('holds so many and no more; the newest stay', () => {
  const tray = createPhotoTray();
  const names = (from: string): string[] =>
    Array.from({ length: MOST_HANDED_OVER + 5 }, (_, index) => `/${from}/${String(index)}.png`);
  const old = tray.put(names('old'));
  expect(old).toHaveLength(MOST_HANDED_OVER);
  const [newest] = tray.put(['/new.png']);
  expect(tray.take(old[0]?.id ?? '')).toBeUndefined();
  expect(tray.take(old[1]?.id ?? '')).toBe('/old/1.png');
  expect(tray.take(newest?.id ?? '')).toBe('/new.png');
});
