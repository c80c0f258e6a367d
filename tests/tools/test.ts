/**
 * The test commands. `npm test`: most unit tests and screens, a smoke run of the whole product in
 * a real browser, and the checks of types, style, imports and unused code beside them. `--full`:
 * also the rest of these, and every feature in every place that it runs in. `--long`: the long
 * browser and engine tests, which `--full` leaves out. With `--after-test`,
 * which CI uses, it runs only what the previous command left out, and the last line counts
 * everything so far. With `--late` the long tests are only counted, as skipped. `--deep`: many more
 * random scenarios, fuzzing, mutants and the soak. `--desktop`: the desktop driver alone. A failure
 * doesn't keep the rest from running. With `CI` set, a failed test in a browser runs once more: one
 * that passes then counts as passed, and is named as flaky at the end.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';

import { browserCountsOf, testsIn, withOutcome } from './browser-report.ts';
import { electronBinary, ensureBrowser } from './browser.ts';
import { NONE, runLanes, sum, tableOf, type Counts, type Outcome, type Phase } from './phases.ts';
import { countsOf, vitestFailuresOf, vitestFlakyOf } from './vitest-report.ts';

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

const reportOf = (name: string): string => name.replaceAll(' ', '-');

interface Setting {
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

function vitest(name: string, config: string, { options = [], env = {} }: Setting = {}): Phase {
  const report = reportOf(name);
  return {
    name,
    args: [
      bin('vitest/vitest.mjs'),
      'run',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${RESULTS}/${report}.json`,
      ...options,
    ],
    env,
    count: () => countsOf(readReport(report)),
    failures: () => vitestFailuresOf(readReport(report)),
    flaky: () => vitestFlakyOf(readReport(report)),
  };
}

/** The Playwright tests that the options select. */
function browser(name: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): Phase {
  const report = reportOf(name);
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
    count: () => browserCountsOf(readReport(report)),
    failures: () => withOutcome(readReport(report), 'unexpected'),
    flaky: () => withOutcome(readReport(report), 'flaky'),
  };
}

/** Only lists the tests that the options select, and counts them as skipped. */
function leftOut(name: string, options: readonly string[]): Phase {
  const { args, env = {} } = browser(name, [...options, '--list']);
  return { name, args, env, count: () => ({ ...NONE, skipped: testsIn(readReport(name)) }) };
}

const countsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

/** Each detected mutant counts as passed. */
const mutants: Phase = {
  name: 'mutants',
  args: ['--import', 'tsx', 'tests/mutants/run.ts', '', `${RESULTS}/mutants.json`],
  count: () => countsSchema.safeParse(readReport('mutants')).data,
};

const UNIT = 'tests/vitest.config.ts';
const quickUnit = vitest('unit', UNIT, { options: ['--project=shared', '--project=isolated'] });
/** The tests that `npm test` leaves out. */
const slowUnit = vitest('slow unit', UNIT, { options: ['--project=full'] });

/** The second reads what the first writes. */
const types: readonly Phase[] = [
  { name: 'css types', args: tool('css-types') },
  { name: 'types and lint', args: [bin('oxlint/bin/oxlint')] },
];
const checks: readonly Phase[] = [
  {
    name: 'import rules',
    args: [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'renderer',
      'engine-host',
      'electron',
      'studio',
      'scripts',
      'sandbox',
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
const PRODUCTION = { NODE_ENV: 'production' };
const SCREENS = 'tests/screens.vitest.config.ts';
const quickScreens = vitest('screens', SCREENS, {
  env: PRODUCTION,
  options: ['--project=shared page', '--project=own page'],
});
/** The screens that `npm test` leaves out. */
const slowScreens = vitest('slow screens', SCREENS, {
  env: PRODUCTION,
  options: ['--project=full'],
});

const studio = (env: NodeJS.ProcessEnv = {}): Phase =>
  vitest('studio', 'tests/studio/vitest.config.ts', { env });

/** Groups that run one after the other; each has lanes that run in parallel. */
function plan(): readonly (readonly (readonly Phase[])[])[] {
  if (asked('desktop')) return [[[browser('desktop', ['--project=desktop', '--project=host'])]]];
  if (asked('deep')) {
    const deep = { LIKENESS_DEEP: '1' };
    return [
      [[vitest('screens', SCREENS), vitest('unit', UNIT, { env: deep })], [mutants]],
      [[browser('deep', ['--grep=@deep', '--pass-with-no-tests'], deep), studio(deep)]],
      [[{ name: 'soak', args: tool('soak') }]],
    ];
  }
  if (asked('long')) return [[[(asked('late') ? leftOut : browser)('long', ['--grep=@long'])]]];
  // More lanes than cores, since each of them sometimes waits for a page or a database.
  if (!asked('full'))
    return [
      [
        [quickScreens],
        [...types, quickUnit],
        [browser('smoke', ['--grep=@smoke', '--workers=1']), ...checks],
      ],
    ];
  return afterTest
    ? [[[browser('browser', ['--grep-invert=@smoke|@long'])], [slowUnit, slowScreens, studio()]]]
    : [
        [[quickScreens], [...types, ...checks, quickUnit]],
        [[browser('browser', ['--grep-invert=@long'])], [slowUnit, slowScreens, studio()]],
      ];
}

const outcomeSchema = z.object({
  name: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(z.string()),
  flaky: z.array(z.string()),
});

/** The counts of the previous command. If it ended before it counted, that is a failure. */
function earlier(): readonly Outcome[] {
  if (!afterTest) return [];
  const read = z.array(outcomeSchema).safeParse(readReport('counted')).data;
  const none = { seconds: 0, ...NONE, failures: [], flaky: [] };
  return read ?? [{ name: 'a run without a count', ...none, failed: 1 }];
}

const before = earlier();
// Also removes the count: if this run ends before it has counted, the next one must not find an
// older count.
rmSync(afterTest ? COUNTED : RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const outcomes: Outcome[] = [...before];
for (const lanes of plan()) outcomes.push(...(await runLanes(lanes)));
writeFileSync(COUNTED, JSON.stringify(outcomes));

// Prints all failures at the end, including those of earlier commands, so that the last lines show
// why a run failed.
for (const text of outcomes.flatMap(({ flaky }) => flaky))
  console.log(`\nFLAKY, failed once and passed once: ${text}`);
for (const text of outcomes.flatMap(({ failures }) => failures)) console.log(`\n${text}`);
console.log(`\n${tableOf(outcomes)}\n`);
if (asked('desktop') || (asked('long') && !asked('late'))) {
  const where = electronBinary()
    ? 'Electron'
    : 'the test host: Electron’s program is not on this machine';
  console.log(`The main flow in the desktop app runs on ${where}.`);
}
const total: Counts = sum(outcomes);
console.log(`This run took ${((performance.now() - began) / 1_000).toFixed(0)} s.`);
console.log(
  `${String(total.passed)} passed, ${String(total.failed)} failed, ${String(total.skipped)} skipped`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
