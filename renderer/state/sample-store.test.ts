import { describe, expect, it } from 'vitest';

import { memoryOf } from '../../tests/support/memory.ts';
import type { Memory } from './remembered.ts';
import { createSampleStore } from './sample-store.ts';

const sampleStore = (remembers: Memory, tick: { run?: () => void; now: number } = { now: 0 }) =>
  createSampleStore({
    downloads: { save: () => Promise.resolve({}) },
    engine: () => Promise.reject(new Error('not needed')),
    memory: remembers,
    now: () => tick.now,
    chance: () => 0.5,
    every: (_ms, run) => {
      tick.run = run;
      return () => delete tick.run;
    },
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

  it('develops its processing sample in 15 to 20 seconds, counted from the first view', () => {
    const tick: { run?: () => void; now: number } = { now: 1_000 };
    const shown = sampleStore(memoryOf(), tick);
    expect(shown.snapshot().secondsLeft).toBe(18);
    shown.show();
    tick.now += 7_500;
    tick.run?.();
    expect(shown.snapshot()).toMatchObject({ secondsLeft: 10 });
    tick.now += 60_000;
    tick.run?.();
    expect(shown.snapshot()).toMatchObject({ done: 1, secondsLeft: 0 });
    expect(tick.run).toBeUndefined();
  });
});
