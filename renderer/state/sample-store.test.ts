import { describe, expect, it } from 'vitest';

import { memoryOf } from '../../tests/support/memory.ts';
import type { Memory } from './remembered.ts';
import { createSampleStore } from './sample-store.ts';

const sampleStore = (memory: Memory, chance = 0.5) =>
  createSampleStore({
    downloads: { save: () => Promise.resolve({}) },
    engine: () => Promise.reject(new Error('not needed')),
    memory,
    now: () => 0,
    chance: () => chance,
    every: () => () => undefined,
  });

describe('the sample library', () => {
  it('remembers likes and shares beyond the visit', () => {
    const remembers = memoryOf();
    const before = sampleStore(remembers);
    before.like(3, true);
    before.like(4, true);
    before.like(4, false);
    before.shared(3);
    before.shared(3);
    const after = sampleStore(remembers).snapshot();
    expect([...after.liked]).toEqual([3]);
    expect([...after.shares]).toEqual([[3, 2]]);
  });

  it('starts afresh if what is stored is invalid', () => {
    const remembers = memoryOf(new Map([['samples', { liked: 'all' }]]));
    expect(sampleStore(remembers).snapshot().liked.size).toBe(0);
  });

  it.each([
    [0, 15],
    [0.999, 20],
  ])('makes its last sample in 15 to 20 seconds: with %s in %i', (chance, seconds) => {
    expect(sampleStore(memoryOf(), chance).snapshot().secondsLeft).toBe(seconds);
  });
});
