/**
 * `npm test`: types, lint, import rules, unused code, unit tests, then the suites in a real
 * browser. Everything runs even when something before it failed; the last line counts all of it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

import { driversOf, failuresOf } from './browser-report.ts';
import { ensureBrowser } from './browser.ts';

const RESULTS = 'tests/results';
const deep = process.argv.includes('--deep');
const desktopOnly = process.argv.includes('--desktop');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const notes: string[] = [];
const failures: string[] = [];

const bin = (name: string): string => join('node_modules', name);
const environment: NodeJS.ProcessEnv = { ...process.env, ...(deep ? { LIKENESS_DEEP: '1' } : {}) };

function node(title: string, args: readonly string[]): boolean {
  const began = Date.now();
  console.log(`\n── ${title}`);
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: environment });
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  notes.push(`${status === 0 ? 'ok  ' : 'FAIL'}  ${title} (${seconds} s)`);
  return status === 0;
}

/** A check that has no tests of its own counts as one. */
function check(title: string, args: readonly string[]): void {
  if (node(title, args)) total.passed++;
  else total.failed++;
}

/** A runner that crashed leaves no report. */
function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(RESULTS, file), 'utf8'));
  } catch {
    return undefined;
  }
}

const unitReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});
const browserReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/** A suite that ended badly without a failed test (a crash, say), or left no report, still counts as a failure. */
function add(ok: boolean, counts: Counts | undefined): void {
  total.passed += counts?.passed ?? 0;
  total.skipped += counts?.skipped ?? 0;
  total.failed += counts?.failed ?? 0;
  if (!counts || (!ok && !counts.failed)) total.failed++;
}

function unit(): void {
  const ok = node('unit tests', [
    bin('vitest/vitest.mjs'),
    'run',
    '--config=tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${RESULTS}/unit.json`,
  ]);
  const report = unitReport.safeParse(readReport('unit.json')).data;
  add(
    ok,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    },
  );
}

function browser(title: string, config: string, report: string, ...more: readonly string[]): void {
  environment['PLAYWRIGHT_JSON_OUTPUT_FILE'] = resolve(RESULTS, report);
  const ok = node(title, [bin('@playwright/test/cli.js'), 'test', `--config=${config}`, ...more]);
  const content = readReport(report);
  const read = browserReport.safeParse(content).data;
  failures.push(...failuresOf(content));
  // Flaky is failed: a test that passes on a second try has found something.
  add(
    ok,
    read && {
      passed: read.stats.expected,
      failed: read.stats.unexpected + read.stats.flaky,
      skipped: read.stats.skipped,
    },
  );
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

if (!desktopOnly) {
  check('types of CSS modules', ['--import', 'tsx', 'tests/tools/css-types.ts']);
  check('types', [bin('typescript/bin/tsc'), '-b']);
  check('format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']);
  check('lint', [bin('eslint/bin/eslint.js'), '.']);
  check('import rules', [
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    'renderer',
    'electron',
    'tests',
  ]);
  check('unused code', [bin('knip/bin/knip.js')]);
  unit();
}
environment['LIKENESS_CHROMIUM'] = ensureBrowser();
if (!desktopOnly)
  browser('engine, in a real browser', 'tests/engine/playwright.config.ts', 'engine.json');
browser('desktop app', 'tests/electron-host/playwright.config.ts', 'desktop.json');
browser(
  'end to end',
  'tests/e2e/playwright.config.ts',
  'e2e.json',
  ...(desktopOnly ? ['--project=desktop'] : []),
);

for (const driver of driversOf(readReport('e2e.json'), 'desktop')) {
  notes.push(
    `note  the desktop app ran end to end on ${driver === 'Electron' ? 'Electron' : 'the test host: Electron’s program is not on this machine'}`,
  );
}
console.log(`\n${[...failures, ...notes].join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
