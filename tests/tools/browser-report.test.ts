import { resolve } from 'node:path';
import { expect, it } from 'vitest';

import { browserCountsOf, driversOf, failuresOf, repeatsOf, testsIn } from './browser-report.ts';

const test = (
  projectName: string,
  drivers: readonly string[],
  status = 'expected',
  ...messages: string[]
) => ({
  projectName,
  annotations: drivers.map((description) => ({ type: 'driver', description })),
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

it('finds the drivers of a project in whatever depth of a report', () => {
  const onHost = test('desktop', ['test host']);
  const report = {
    config: {},
    suites: [
      {
        title: 'a',
        specs: [spec(test('web', ['web']))],
        suites: [
          {
            specs: [spec(onHost, onHost)],
            suites: [{ specs: [spec(test('desktop', ['Electron']))] }],
          },
        ],
      },
    ],
  };
  expect(driversOf(report, 'desktop')).toEqual(['Electron', 'test host']);
  expect(driversOf(report, 'web')).toEqual(['web']);
});

it('counts the tests of a list, those of each project', () => {
  const web = test('web', []);
  expect(testsIn({ suites: [{ specs: [spec(web)], suites: [{ specs: [spec(web, web)] }] }] })).toBe(
    3,
  );
  expect(testsIn(undefined)).toBe(0);
});

it('finds none where nothing ran', () => {
  expect(driversOf(undefined, 'desktop')).toEqual([]);
  expect(driversOf({ suites: [{ specs: [spec(test('desktop', []))] }] }, 'desktop')).toEqual([]);
});

it('names the failed tests, what was wrong and where to look, and only those', () => {
  const red = test(
    'web',
    [],
    'unexpected',
    '\u001b[31mError: expected []\u001b[39m\n\nReceived: ["not found"]',
  );
  const name = 'photos.spec.ts:7 a photo is kept (web)';
  expect(failuresOf({ suites: [{ specs: [spec(test('web', [])), spec(red)] }] })).toEqual([
    {
      test: name,
      text: [
        name,
        'Error: expected []',
        'Received: ["not found"]',
        'screenshot: tests/results/a/test-failed-1.png',
        'trace: npx playwright show-trace tests/results/a/trace.zip',
      ].join('\n    '),
    },
  ]);
  expect(failuresOf(undefined)).toEqual([]);
  const flaky = { ...red, status: 'flaky' };
  const report = { suites: [{ specs: [spec(test('web', [])), spec(flaky)] }] };
  expect(failuresOf(report)).toEqual([]);
  expect(failuresOf(report, 'flaky')).toMatchObject([{ test: name }]);
});

it('counts tests, one that passes when it runs again as passed, and errors outside of tests as failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 4, duration: 9 };
  expect(browserCountsOf({ stats })).toEqual({ passed: 7, failed: 1, skipped: 4 });
  expect(browserCountsOf({ stats, errors: [{ message: 'the teardown broke' }] })?.failed).toBe(2);
  const stopped = 'Testing stopped early after 5 maximum allowed failures.';
  expect(browserCountsOf({ stats, errors: [{ message: stopped }] })?.failed).toBe(1);
  expect(browserCountsOf({})).toBeUndefined();
});

it('counts how often each test passed of several runs', () => {
  const other = { ...spec(test('web', [], 'skipped'), test('web', [])), title: 'another' };
  const report = {
    suites: [
      {
        specs: [spec(test('web', [])), spec(test('web', [], 'unexpected')), spec(test('web', []))],
      },
      { specs: [other] },
    ],
  };
  expect(repeatsOf(report)).toEqual([
    { test: 'photos.spec.ts:7 a photo is kept (web)', passed: 2, failed: 1 },
    { test: 'photos.spec.ts:7 another (web)', passed: 1, failed: 0 },
  ]);
});
