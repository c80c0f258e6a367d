import fc from 'fast-check';
import { expect, it } from 'vitest';

import { staying, type Generation } from './generations.ts';

const DAY = 24 * 60 * 60 * 1_000;
/** A Monday, at noon. */
const MONDAY = Date.parse('2026-11-23T12:00Z');

/** Makes one backup after the other, and drops what needn't stay after each. */
const kept = (made: readonly Generation[]): readonly Generation[] =>
  made.reduce<readonly Generation[]>((before, next) => {
    const all = [...before, next];
    const stay = staying(all);
    return all.filter((one) => stay.has(one));
  }, []);

it('seven days and four weeks stay of two months with a backup every day', () => {
  const made = Array.from({ length: 60 }, (_, day) => ({ at: MONDAY + day * DAY, avatars: 5 }));
  const days = kept(made).map(({ at }) => (at - MONDAY) / DAY);
  // 59 is a Thursday. The Sundays before it end the weeks.
  expect(days).toEqual([41, 48, 53, 54, 55, 56, 57, 58, 59]);
});

it('a library that was emptied by mistake can be had back for four weeks', () => {
  const full = { at: MONDAY, avatars: 100 };
  const after = (weeks: number) =>
    kept([
      full,
      ...Array.from({ length: weeks * 7 }, (_, n) => ({ at: MONDAY + n * DAY + 1, avatars: 1 })),
    ]);
  expect(after(4)).toContain(full);
  expect(after(5)).not.toContain(full);
});

it('a clock that was wrong once, or is from now on, drops no earlier one for that', () => {
  const good = [0, 1, 2].map((day) => ({ at: MONDAY + day * DAY, avatars: 9 }));
  const ahead = { at: MONDAY + 700 * DAY, avatars: 9 };
  expect(kept([...good, ahead])).toEqual([...good, ahead]);
  const without = Array.from({ length: 50 }, (_, start) => ({ at: start * 1_000, avatars: 9 }));
  expect(kept([...good, ...without])).toEqual([...good, without.at(-1)]);
});

it('whatever the clock does, the newest stays, few do, and none goes that holds more than its week’s', () => {
  const week = ({ at }: Generation): number => Math.floor((at / DAY + 3) / 7);
  const generation = fc.record({
    at: fc.integer({ min: 0, max: 100 }).map((half) => MONDAY + (half * DAY) / 2),
    avatars: fc.nat({ max: 6 }),
  });
  fc.assert(
    fc.property(fc.array(generation, { minLength: 1, maxLength: 60 }), (made) => {
      let before: readonly Generation[] = [];
      for (const next of made) {
        const all = [...before, next];
        const stay = staying(all);
        expect(stay).toContain(next);
        expect(stay.size).toBeLessThanOrEqual(12);
        for (const gone of all.filter((one) => !stay.has(one))) {
          const fuller = [...stay].some(
            (one) => week(one) === week(gone) && one.avatars >= gone.avatars,
          );
          const later = new Set(all.slice(all.indexOf(gone) + 1).map(week));
          later.delete(week(gone));
          expect(fuller || later.size >= 4).toBe(true);
        }
        before = all.filter((one) => stay.has(one));
      }
    }),
    { numRuns: process.env['LIKENESS_DEEP'] ? 10_000 : 300, seed: 5 },
  );
});
