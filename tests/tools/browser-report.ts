import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

import type { Counts } from './phases.ts';

/** The part of a suite in Playwright's JSON report that we read. Suites are nested. */
const testSchema = z.looseObject({
  projectName: z.string(),
  status: z.string(),
  results: z.array(
    z.looseObject({
      errors: z.array(z.looseObject({ message: z.string().optional() })),
      attachments: z
        .array(z.looseObject({ name: z.string(), path: z.string().optional() }))
        .default([]),
    }),
  ),
});
const specSchema = z.looseObject({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(testSchema),
});
const suiteSchema = z.looseObject({
  specs: z.array(specSchema).optional(),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
const reportSchema = z.looseObject({ suites: z.array(suiteSchema) });

const statsSchema = z.looseObject({
  stats: z.looseObject({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  /** Errors outside of any test. */
  errors: z.array(z.looseObject({ message: z.string().optional() })).default([]),
});

/** The counts in Playwright's JSON report; undefined if there is none. */
export function browserCountsOf(report: unknown): Counts | undefined {
  const read = statsSchema.safeParse(report).data;
  return (
    read && {
      passed: read.stats.expected + read.stats.flaky,
      // After too many failures it stops, and says so as an error.
      failed:
        read.stats.unexpected +
        read.errors.filter(({ message = '' }) => !message.includes('maximum allowed failures'))
          .length,
      skipped: read.stats.skipped,
    }
  );
}

function specsOf(report: unknown): readonly z.infer<typeof specSchema>[] {
  const inside = ({
    specs = [],
    suites = [],
  }: z.infer<typeof suiteSchema>): readonly z.infer<typeof specSchema>[] => [
    ...specs,
    ...suites.flatMap(inside),
  ];
  return reportSchema.safeParse(report).data?.suites.flatMap(inside) ?? [];
}

/** How many tests the report names, those of each project. */
export const testsIn = (report: unknown): number =>
  specsOf(report).reduce((sum, { tests }) => sum + tests.length, 0);

/** The lines of an error that are shown. */
export const firstLines = (message: string): readonly string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((text) => text.trim() !== '')
    .slice(0, LINES);

const LINES = 14;

/** How to view what a failed test left behind. */
const HINTS: Readonly<Record<string, string>> = {
  screenshot: '',
  trace: 'npx playwright show-trace ',
};

/**
 * Each test that failed, or passed only when it ran again, with the first lines of its errors, and
 * where its screenshot and trace are. So the end of a run's output already shows why it failed.
 */
export function withOutcome(report: unknown, outcome: 'unexpected' | 'flaky'): readonly string[] {
  return specsOf(report).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ projectName, results }) => {
        const said = results.flatMap(({ errors }) =>
          errors.flatMap(({ message = '' }) => firstLines(message)),
        );
        const left = results.flatMap(({ attachments }) =>
          attachments.flatMap(({ name, path }) =>
            path !== undefined && name in HINTS
              ? [`${name}: ${HINTS[name] ?? ''}${relative('', path)}`]
              : [],
          ),
        );
        const test = `${file}:${String(line)} ${title} (${projectName})`;
        return [test, ...said, ...left].join('\n    ');
      }),
  );
}
