import { expect, it } from 'vitest';

import { runAgain, tableOf, type Outcome, type Phase } from './phases.ts';

const named = (...tests: string[]) =>
  tests.map((test) => ({ test, text: `${test}\n    what was wrong` }));
const outcome = (more: Partial<Outcome>): Outcome => ({
  name: 'browser',
  seconds: 9,
  passed: 5,
  failed: 0,
  skipped: 1,
  failures: [],
  flaky: [],
  ...more,
});

/** A phase whose second run ends with these counts and failures. */
const phase = (passed: number, failed: readonly string[], code = failed.length): Phase => ({
  name: 'browser',
  args: [],
  again: () => ({
    name: 'browser again',
    args: ['-e', `process.exit(${String(code)})`],
    count: () => ({ passed, failed: failed.length, skipped: 0 }),
    failures: () => named(...failed),
  }),
});

it('a test that passes when it runs again counts as passed, and is named as flaky', async () => {
  const first = outcome({ failed: 2, failures: named('a', 'b') });
  const [settled] = await runAgain([phase(1, ['b'])], [first]);
  expect(settled).toMatchObject({ passed: 6, failed: 1, skipped: 1, failures: named('b') });
  expect(settled?.flaky).toEqual(named('a'));
  expect(tableOf([settled ?? first]).split('\n')[1]).toMatch(/^browser +\d+ +6 +1 +1 +1$/);
});

it('a test of the same file that fails only in the second run is named, too', async () => {
  const first = outcome({ failed: 1, failures: named('a') });
  const [settled] = await runAgain([phase(3, ['c'])], [first]);
  expect(settled).toMatchObject({ passed: 6, failed: 0, flaky: named('a', 'c') });
});

it('a failure that names no test stays', async () => {
  const first = outcome({ failed: 2, failures: named('a') });
  expect(await runAgain([phase(1, [])], [first])).toMatchObject([{ passed: 6, failed: 1 }]);
});

it.each([
  ['runs no test', phase(0, [])],
  ['crashes', phase(1, [], 1)],
])('all failures stay where the second run %s', async (_, again) => {
  const first = outcome({ failed: 1, failures: named('a') });
  const [settled] = await runAgain([again], [first]);
  expect(settled).toMatchObject({ passed: 5, failed: 1, failures: named('a'), flaky: [] });
});

it('nothing runs again where all passed, where much failed, or where a phase doesn’t allow it', async () => {
  const failures = Array.from({ length: 11 }, (_, test) => named(String(test))).flat();
  const untouched = [
    outcome({}),
    outcome({ failed: failures.length, failures }),
    outcome({ name: 'unit', failed: 1, failures: named('a') }),
  ];
  expect(await runAgain([phase(20, [])], untouched)).toEqual(untouched);
});
