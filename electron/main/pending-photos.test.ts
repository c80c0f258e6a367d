import { expect, it } from 'vitest';

import { MOST_HANDED_OVER } from '../../renderer/platform/desktop/ipc-contract.ts';
import { createPendingPhotos } from './pending-photos.ts';

it('returns a file once, by a number that doesn’t reveal its path', () => {
  const pendingPhotos = createPendingPhotos();
  const [one, two] = pendingPhotos.put(['/home/ada/me.png', '/home/ada/you.png']);
  expect([one?.name, two?.name]).toEqual(['me.png', 'you.png']);
  expect(pendingPhotos.take(two?.id ?? '')).toBe('/home/ada/you.png');
  expect(pendingPhotos.take(two?.id ?? '')).toBeUndefined();
  expect(pendingPhotos.take('/home/ada/me.png')).toBeUndefined();
  expect(pendingPhotos.take(one?.id ?? '')).toBe('/home/ada/me.png');
});

it('holds so many and no more; the newest stay', () => {
  const pendingPhotos = createPendingPhotos();
  const names = (from: string): string[] =>
    Array.from({ length: MOST_HANDED_OVER + 5 }, (_, index) => `/${from}/${String(index)}.png`);
  const old = pendingPhotos.put(names('old'));
  expect(old).toHaveLength(MOST_HANDED_OVER);
  const [newest] = pendingPhotos.put(['/new.png']);
  expect(pendingPhotos.take(old[0]?.id ?? '')).toBeUndefined();
  expect(pendingPhotos.take(old[1]?.id ?? '')).toBe('/old/1.png');
  expect(pendingPhotos.take(newest?.id ?? '')).toBe('/new.png');
});
