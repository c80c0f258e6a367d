/**
 * The test commands. `npm test`: the checks beside the unit tests, the screens, and a smoke run of
 * the whole product in a real browser. `--full`: also every feature in every place that it runs in.
 * `--long`: the long browser and engine tests, which `--full` leaves out. With `--after-test`,
 * which CI uses, it runs only what the previous command left out, and the last line counts
 * everything so far. `--deep`: many more random scenarios, fuzzing, mutants and the soak.
 * `--desktop`: the desktop driver alone. A failure doesn't keep the rest from running.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';

import { driversOf, failuresOf, slowestOf } from './browser-report.ts';
import { ensureBrowser } from './browser.ts';
import { NONE, runLanes, sum, tableOf, type Counts, type Outcome, type Phase } from './phases.ts';
import { countsOf, vitestFailuresOf } from './vitest-report.ts';

const RESULTS = 'tests/results';
/** The counts of this run and the runs before it, for the next one. */
const COUNTED = join(RESULTS, 'counted.json');
const asked = (flag: string): boolean => process.argv.includes(`--${flag}`);
const afterTest = asked('after-test');
const began = performance.now();

const bin = (name: string): string => join('node_modules', name);
const tool = (name: string): readonly string[] => ['--import', 'tsx', `tests/tools/${name}.ts`];

/** A crashed runner leaves no report. */
function readReport(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(RESULTS, `${name}.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

function vitest(
  name: string,
  config: string,
  { projects = [], env }: { projects?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Phase {
  const report = name.replaceAll(' ', '-');
  return {
    name,
    args: [
      bin('vitest/vitest.mjs'),
      'run',
      `--config=${config}`,
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${RESULTS}/${report}.json`,
    ],
    ...(env ? { env } : {}),
    count: () => countsOf(readReport(report)),
    failures: () => vitestFailuresOf(readReport(report)),
  };
}

const browserReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});
const browserRuns: string[] = [];

/**
 * The Playwright tests that the options select. A flaky test counts as failed: if it passes on a
 * second try, it has found something.
 */
function browser(name: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): Phase {
  const report = name.replaceAll(' ', '-');
  browserRuns.push(report);
  return {
    name,
    args: [
      bin('@playwright/test/cli.js'),
      'test',
      '--config=tests/playwright.config.ts',
      `--output=${RESULTS}/${report}`,
      ...options,
    ],
    env: {
      ...env,
      LIKENESS_CHROMIUM: ensureBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(RESULTS, `${report}.json`),
    },
    count: () => {
      const read = browserReport.safeParse(readReport(report)).data?.stats;
      return (
        read && {
          passed: read.expected,
          failed: read.unexpected + read.flaky,
          skipped: read.skipped,
        }
      );
    },
    failures: () => failuresOf(readReport(report)),
  };
}

const countsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/** Each detected mutant counts as passed. */
const mutants: Phase = {
  name: 'mutants',
  args: ['--import', 'tsx', 'tests/mutants/run.ts', '', `${RESULTS}/mutants.json`],
  count: () => countsSchema.safeParse(readReport('mutants')).data,
};

const UNIT = 'tests/vitest.config.ts';
const quickUnit = vitest('unit', UNIT, { projects: ['shared', 'isolated'] });
/** The tests that `npm test` leaves out. */
const slowUnit = vitest('slow unit', UNIT, { projects: ['full'] });

const checks: readonly Phase[] = [
  { name: 'css types', args: tool('css-types') },
  { name: 'types and lint', args: [bin('oxlint/bin/oxlint')] },
  {
    name: 'import rules',
    args: [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'renderer',
      'electron',
      'studio',
      'scripts',
      'tests',
    ],
  },
  { name: 'unused code', args: [bin('knip/bin/knip.js')] },
  { name: 'format', args: [bin('oxfmt/bin/oxfmt'), '--check'] },
];
/**
 * With React's production build, whose elements cost a fraction of the development build's. The
 * deep run uses the latter, because its warnings fail a test.
 */
const screens = (env: NodeJS.ProcessEnv = { NODE_ENV: 'production' }): Phase =>
  vitest('screens', 'tests/screens.vitest.config.ts', { env });

const studio = (env: NodeJS.ProcessEnv = {}): Phase =>
  vitest('studio', 'tests/studio/vitest.config.ts', { env });

/** Groups that run one after the other; each has lanes that run in parallel. */
function plan(): readonly (readonly (readonly Phase[])[])[] {
  if (asked('desktop')) return [[[browser('desktop', ['--project=desktop', '--project=host'])]]];
  if (asked('deep')) {
    const deep = { LIKENESS_DEEP: '1' };
    return [
      [[screens({}), vitest('unit', UNIT, { env: deep })], [mutants]],
      [[browser('deep', ['--grep=@deep', '--pass-with-no-tests'], deep), studio(deep)]],
      [[{ name: 'soak', args: tool('soak') }]],
    ];
  }
  if (asked('long')) return [[[browser('long', ['--grep=@long'])]]];
  // More lanes than cores, since each of them sometimes waits for a page or a database.
  if (!asked('full'))
    return [
      [[screens()], [...checks, quickUnit], [browser('smoke', ['--grep=@smoke', '--workers=1'])]],
    ];
  return afterTest
    ? [[[browser('browser', ['--grep-invert=@smoke|@long'])], [slowUnit, studio()]]]
    : [
        [[screens()], [...checks, quickUnit]],
        [[browser('browser', ['--grep-invert=@long'])], [slowUnit, studio()]],
      ];
}

const outcomeSchema = z.object({
  name: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.string()),
});

/** The counts of the previous command. If it ended before it counted, that is a failure. */
function earlier(): readonly Outcome[] {
  if (!afterTest) return [];
  const read = z.array(outcomeSchema).safeParse(readReport('counted')).data;
  return read ?? [{ name: 'a run without a count', seconds: 0, ...NONE, failed: 1, failures: [] }];
}

const before = earlier();
// Also removes the count: if this run ends before it has counted, the next one must not find an
// older count.
rmSync(afterTest ? COUNTED : RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const outcomes: Outcome[] = [...before];
for (const lanes of plan()) outcomes.push(...(await runLanes(lanes)));
writeFileSync(COUNTED, JSON.stringify(outcomes));

const reports = browserRuns.map(readReport);
// Prints all failures at the end, including those of earlier commands, so that the last lines show
// why a run failed.
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\n${failure}`);
const slowest = reports.flatMap((report) => slowestOf(report, 8));
if (slowest.length > 0) console.log(`\nThe slowest files: ${slowest.join(', ')}`);
console.log(`\n${tableOf(outcomes)}\n`);
for (const driver of new Set(reports.flatMap((report) => driversOf(report, 'desktop')))) {
  const where =
    driver === 'Electron' ? 'Electron' : 'the test host: Electron’s program is not on this machine';
  console.log(`The desktop app ran end to end on ${where}.`);
}
const total: Counts = sum(outcomes);
console.log(`This run took ${((performance.now() - began) / 1_000).toFixed(0)} s.`);
console.log(
  `${String(total.passed)} passed, ${String(total.failed)} failed, ${String(total.skipped)} skipped`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
