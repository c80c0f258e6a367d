import { relative } from 'node:path';
import { z } from 'zod';

import { firstLines } from './browser-report.ts';
import type { Counts } from './phases.ts';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
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

/** The counts in Vitest's JSON report; undefined if there is none. */
export function countsOf(report: unknown): Counts | undefined {
  const read = reportSchema.safeParse(report).data;
  return (
    read && {
      passed: read.numPassedTests,
      failed: read.numFailedTests,
      skipped: read.numPendingTests + read.numTodoTests,
    }
  );
}

const failureText = (heading: string, messages: readonly string[]): string =>
  [heading, ...messages.flatMap(firstLines).map((line) => `    ${line}`)].join('\n');

/** Each failed test with the first lines of its error, and each file that couldn't run. */
export function vitestFailuresOf(report: unknown): readonly string[] {
  const files = reportSchema.safeParse(report).data?.testResults ?? [];
  return files.flatMap(({ name, message, assertionResults }) => {
    const file = relative('', name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message !== '') return [failureText(file, [message])];
    return failed.map(({ fullName, failureMessages }) =>
      failureText(`${file} ${fullName}`, failureMessages ?? []),
    );
  });
}
