/**
 * The test commands. `npm test`: the checks beside the unit tests, the screens, and a smoke run of the
 * whole product in a real browser. `--full`: every test there is; with `--after-test`, as CI calls it,
 * those that `npm test` left out, and the last line counts both. `--deep`: what takes long.
 * `--desktop`: the desktop driver alone. Everything runs even when something before it failed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';

import { driversOf, failuresOf } from './browser-report.ts';
import { ensureBrowser } from './browser.ts';
import { runLanes, sum, tableOf, type Counts, type Outcome, type Phase } from './phases.ts';

const RESULTS = 'tests/results';
/** What `npm test` counted, for the run after it. */
const COUNTED = join(RESULTS, 'counted.json');
const asked = (flag: string): boolean => process.argv.includes(`--${flag}`);
const afterTest = asked('after-test');
const began = performance.now();

const bin = (name: string): string => join('node_modules', name);
const tool = (name: string): readonly string[] => ['--import', 'tsx', `tests/tools/${name}.ts`];

/** A runner that crashed leaves no report. */
function readReport(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(RESULTS, `${name}.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

function vitest(name: string, config: string, env?: NodeJS.ProcessEnv): Phase {
  const report = name.replaceAll(' ', '-');
  return {
    name,
    args: [
      bin('vitest/vitest.mjs'),
      'run',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${RESULTS}/${report}.json`,
    ],
    ...(env ? { env } : {}),
    count: () => {
      const read = vitestReport.safeParse(readReport(report)).data;
      return (
        read && {
          passed: read.numPassedTests,
          failed: read.numFailedTests,
          skipped: read.numPendingTests + read.numTodoTests,
        }
      );
    },
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

/** Playwright's tests that the options choose. Flaky is failed: a test that passes on a second try has found something. */
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
  };
}

const countsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/** Each caught mutant counts as passed. */
const mutants: Phase = {
  name: 'mutants',
  args: ['--import', 'tsx', 'tests/mutants/run.ts', '', `${RESULTS}/mutants.json`],
  count: () => countsSchema.safeParse(readReport('mutants')).data,
};

const unit = (env?: NodeJS.ProcessEnv): Phase => vitest('unit', 'tests/vitest.config.ts', env);

/** Without a browser's tests: two lanes that take about as long as each other. */
function checksAndUnits(): readonly (readonly Phase[])[] {
  const screens = 'tests/screens.vitest.config.ts';
  return [
    [
      { name: 'css types', args: tool('css-types') },
      {
        name: 'lint',
        args: [
          bin('eslint/bin/eslint.js'),
          '--cache',
          '--cache-location=node_modules/.cache/eslint/',
          '--cache-strategy=content',
          '.',
        ],
      },
      { name: 'types', args: [bin('typescript/bin/tsc'), '-b'] },
      {
        name: 'import rules',
        args: [
          bin('dependency-cruiser/bin/dependency-cruise.mjs'),
          '--config',
          '.dependency-cruiser.cjs',
          'renderer',
          'electron',
          'scripts',
          'tests',
        ],
      },
      { name: 'unused code', args: [bin('knip/bin/knip.js')] },
      {
        name: 'format',
        args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'],
      },
    ],
    [unit(), ...(existsSync(screens) ? [vitest('screens', screens)] : [])],
  ];
}

/** Groups that follow one another, of lanes that run side by side. */
function plan(): readonly (readonly (readonly Phase[])[])[] {
  if (asked('desktop')) return [[[browser('desktop', ['--project=desktop', '--project=host'])]]];
  if (asked('deep')) {
    const deep = { LIKENESS_DEEP: '1' };
    return [
      [[unit(deep)], [mutants]],
      [[browser('deep', ['--grep=@deep', '--pass-with-no-tests'], deep)]],
      [[{ name: 'soak', args: tool('soak') }]],
    ];
  }
  if (!asked('full')) return [checksAndUnits(), [[browser('smoke', ['--grep=@smoke'])]]];
  return afterTest
    ? [[[browser('browser', ['--grep-invert=@smoke'])]]]
    : [checksAndUnits(), [[browser('browser', [])]]];
}

const outcomeSchema = z.object({
  name: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
});

/** What `npm test` counted; a run that ended before it had counted is a failure. */
function earlier(): readonly Outcome[] {
  if (!afterTest) return [];
  const read = z.array(outcomeSchema).safeParse(readReport('counted')).data;
  return (
    read ?? [{ name: 'npm test (left no count)', seconds: 0, passed: 0, failed: 1, skipped: 0 }]
  );
}

const before = earlier();
if (!afterTest) rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const outcomes: Outcome[] = [...before];
for (const lanes of plan()) outcomes.push(...(await runLanes(lanes)));
writeFileSync(COUNTED, JSON.stringify(outcomes));

const reports = browserRuns.map(readReport);
for (const failure of reports.flatMap(failuresOf)) console.log(`\n${failure}`);
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
