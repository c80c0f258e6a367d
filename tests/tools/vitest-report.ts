import { relative } from 'node:path';
import { z } from 'zod';

import { firstLines } from './browser-report.ts';
import type { Counts } from './phases.ts';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      /** The error of a file that couldn't run at all. */
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/**
 * The counts in Vitest's JSON report; undefined if there is none. A file that couldn't run counts
 * as a failed test.
 */
export function countsOf(report: unknown): Counts | undefined {
  const read = reportSchema.safeParse(report).data;
  return (
    read && {
      passed: read.numPassedTests,
      failed: vitestFailuresOf(report).length,
      skipped: read.numPendingTests + read.numTodoTests,
    }
  );
}

const failure = (test: string, messages: readonly string[]): string =>
  [test, ...messages.flatMap(firstLines)].join('\n    ');

const filesIn = (report: unknown) =>
  (reportSchema.safeParse(report).data?.testResults ?? []).map((file) => ({
    ...file,
    name: relative('', file.name),
  }));

/** Each failed test with the first lines of its error, and each file that couldn't run. */
export const vitestFailuresOf = (report: unknown): readonly string[] =>
  filesIn(report).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message !== '') return [failure(name, [message])];
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${name} ${fullName}`, failureMessages ?? []),
    );
  });

/** Each test that passed when it ran again, with the error of its first run, which stays. */
export const vitestFlakyOf = (report: unknown): readonly string[] =>
  filesIn(report).flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, status, failureMessages }) =>
      status === 'passed' && failureMessages?.length
        ? [failure(`${name} ${fullName}`, failureMessages)]
        : [],
    ),
  );
