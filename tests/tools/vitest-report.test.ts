import { resolve } from 'node:path';
import { expect, it } from 'vitest';

import { countsOf, vitestFailuresOf, vitestFlakyOf } from './vitest-report.ts';

const report = {
  numPassedTests: 2,
  numFailedTests: 1,
  numPendingTests: 3,
  numTodoTests: 4,
  testResults: [
    {
      name: resolve('renderer/core/money.test.ts'),
      message: '',
      assertionResults: [
        { fullName: 'money adds up', status: 'passed', failureMessages: [] },
        { fullName: 'money is counted', status: 'passed', failureMessages: ['timed out'] },
        {
          fullName: 'money is shown',
          status: 'failed',
          failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n\n    at money.test.ts:7'],
        },
      ],
    },
    {
      name: resolve('tests/words.test.ts'),
      message: 'SyntaxError: a bracket is missing',
      assertionResults: [],
    },
  ],
};

it('counts what passed, failed and was skipped, and a file that couldn’t be run as a failure', () => {
  expect(countsOf(report)).toEqual({ passed: 2, failed: 2, skipped: 7 });
  expect(countsOf(undefined)).toBeUndefined();
});

it('lists the failed tests, and the files that couldn’t be run', () => {
  expect(vitestFailuresOf(report)).toEqual([
    'renderer/core/money.test.ts money is shown\n    expected 1 to be 2\n        at money.test.ts:7',
    'tests/words.test.ts\n    SyntaxError: a bracket is missing',
  ]);
  expect(vitestFailuresOf('nothing')).toEqual([]);
});

it('names a test that passed when it ran again', () => {
  expect(vitestFlakyOf(report)).toEqual([
    'renderer/core/money.test.ts money is counted\n    timed out',
  ]);
});
