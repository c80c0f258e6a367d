import { resolve } from 'node:path';
import { expect, it } from 'vitest';

import { browserCountsOf, testsIn, withOutcome } from './browser-report.ts';

const test = (projectName: string, status = 'expected', ...messages: string[]) => ({
  projectName,
  status,
  results: [
    {
      errors: messages.map((message) => ({ message })),
      attachments: [
        { name: 'screenshot', path: resolve('tests/results/a/test-failed-1.png') },
        { name: 'error-context', path: resolve('tests/results/a/error-context.md') },
        { name: 'trace', path: resolve('tests/results/a/trace.zip') },
      ],
    },
  ],
});
const spec = (...tests: ReturnType<typeof test>[]) => ({
  title: 'a photo is kept',
  file: 'photos.spec.ts',
  line: 7,
  tests,
});

it('counts the tests of a list, those of each project', () => {
  const web = test('web');
  expect(testsIn({ suites: [{ specs: [spec(web)], suites: [{ specs: [spec(web, web)] }] }] })).toBe(
    3,
  );
  expect(testsIn(undefined)).toBe(0);
});

it('names the tests that ended in one way, each time, with what was wrong and where to look', () => {
  const green = test('web');
  const red = test(
    'web',
    'unexpected',
    '\u001b[31mError: expected []\u001b[39m\n\nReceived: ["not found"]',
  );
  const specs = [spec(green), spec(red), spec(green, test('web', 'skipped'), test('web', 'flaky'))];
  const report = { suites: [{ specs }] };
  const name = 'photos.spec.ts:7 a photo is kept (web)';
  expect(withOutcome(report, 'unexpected')).toEqual([
    [
      name,
      'Error: expected []',
      'Received: ["not found"]',
      'screenshot: tests/results/a/test-failed-1.png',
      'trace: npx playwright show-trace tests/results/a/trace.zip',
    ].join('\n    '),
  ]);
  expect(withOutcome(report, 'flaky')).toEqual([expect.stringContaining(name)]);
  expect(withOutcome(undefined, 'unexpected')).toEqual([]);
});

it('counts tests, one that passes when it runs again as passed, and errors outside of tests as failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 4, duration: 9 };
  expect(browserCountsOf({ stats })).toEqual({ passed: 7, failed: 1, skipped: 4 });
  expect(browserCountsOf({ stats, errors: [{ message: 'the teardown broke' }] })?.failed).toBe(2);
  const stopped = 'Testing stopped early after 5 maximum allowed failures.';
  expect(browserCountsOf({ stats, errors: [{ message: stopped }] })?.failed).toBe(1);
  expect(browserCountsOf({})).toBeUndefined();
});
