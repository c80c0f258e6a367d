import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** What Playwright's JSON report has of a suite; suites are nested. */
const testSchema = z.looseObject({
  projectName: z.string(),
  annotations: z.array(z.looseObject({ type: z.string(), description: z.string().optional() })),
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

/** The drivers that a project's tests ran on, by the 'driver' annotation of the fixtures. */
export function driversOf(report: unknown, project: string): readonly string[] {
  const annotations = specsOf(report).flatMap(({ tests }) =>
    tests.filter(({ projectName }) => projectName === project).flatMap((test) => test.annotations),
  );
  const found = annotations.flatMap(({ type, description }) =>
    type === 'driver' && description !== undefined ? [description] : [],
  );
  return [...new Set(found)].sort();
}

const LINES = 14;

/** How to look at what a failed test left behind. */
const LOOK: Readonly<Record<string, string>> = {
  screenshot: '',
  trace: 'npx playwright show-trace ',
};

/**
 * Each failed test, the first lines of what was wrong, and where its picture and trace are: whoever
 * sees only the end of a run sees why it is red.
 */
export function failuresOf(report: unknown): readonly string[] {
  return specsOf(report).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) =>
          errors.map(({ message = '' }) => stripVTControlCharacters(message)),
        );
        const said = messages.flatMap((message) =>
          message
            .split('\n')
            .filter((text) => text.trim() !== '')
            .slice(0, LINES),
        );
        const left = results.flatMap(({ attachments }) =>
          attachments.flatMap(({ name, path }) =>
            path !== undefined && name in LOOK
              ? [`${name}: ${LOOK[name] ?? ''}${relative('', path)}`]
              : [],
          ),
        );
        return [
          `${file}:${String(line)} ${title}`,
          ...[...said, ...left].map((text) => `    ${text}`),
        ].join('\n');
      }),
  );
}
