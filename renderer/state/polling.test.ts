import { expect, it } from 'vitest';

import { heightEvery, rebroadcastEvery, scanEvery, statusEvery } from './polling.ts';

it('a clock that is set back doesn’t make a long wait ask as often as a new one', () => {
  const HOURS = 5 * 60 * 60_000;
  for (const every of [statusEvery, rebroadcastEvery, heightEvery, scanEvery]) {
    expect(every(-HOURS)).toBe(every(HOURS));
    expect(every(0)).toBeLessThan(every(HOURS));
  }
});
