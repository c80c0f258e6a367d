/**
 * `npm run flaky -- FILE`: runs a browser spec twenty times on a busy machine, and prints how often
 * each of its tests passed. `--runs 5` and `--load 12` change the numbers; Playwright gets the other
 * words, e.g. `-g 'a title'`. A test that fails once in twenty runs is flaky.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { withOutcome } from './browser-report.ts';
import { ensureBrowser } from './browser.ts';

const { values, tokens } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, load: { type: 'string', default: '8' } },
  allowPositionals: true,
  strict: false,
  tokens: true,
});
const own = new Set(
  tokens.flatMap((token) =>
    token.kind === 'option' && (token.name === 'runs' || token.name === 'load')
      ? [token.index, ...(token.inlineValue ? [] : [token.index + 1])]
      : [],
  ),
);
const words = process.argv.slice(2).filter((_, index) => !own.has(index));
const load = Number(values.load);
if (words.length === 0 || !(Number(values.runs) >= 1) || !(load >= 0 && load <= 64)) {
  console.error('npm run flaky -- FILE [-g TITLE] [--runs 20] [--load 8]');
  process.exit(2);
}

/** Keeps a core busy in turns of a few milliseconds, until whoever started it closes its input. */
const BUSY = `
  process.stdin.on('close', () => process.exit()).resume();
  const turn = () => {
    for (const end = Date.now() + 20; Date.now() < end; );
    setImmediate(turn);
  };
  turn();`;
const busy: ChildProcess[] = [];
const loads: number[] = [];

/** Adds what the machine's load lacks, one process at a time, and takes away what is too much. */
function adjust(): void {
  const [now = 0] = loadavg();
  loads.push(now);
  if (now < load && busy.length < load)
    busy.push(spawn(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'ignore', 'ignore'] }));
  else if (now > load + 1) busy.pop()?.stdin?.end();
}
adjust();
const adjusting = setInterval(adjust, 5_000);

const report = resolve('tests/results/flaky.json');
const runner = spawn(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config=tests/playwright.config.ts',
    '--output=tests/results/flaky',
    '--workers=1',
    '--retries=0',
    '--max-failures=0',
    `--repeat-each=${String(values.runs)}`,
    ...words,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      LIKENESS_CHROMIUM: ensureBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  },
);
// Playwright ends by itself on Ctrl-C, and reports what ran until then.
process.on('SIGINT', () => undefined);
runner.on('close', (code) => {
  clearInterval(adjusting);
  for (const child of busy) child.stdin?.end();
  const read: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const [passed, failed] = [withOutcome(read, 'expected'), withOutcome(read, 'unexpected')];
  for (const { text } of failed) console.log(`\n${text}`);
  console.log(`\nLoad ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.`);
  console.log('runs  passed  failed');
  const all = [...passed, ...failed];
  const times = (name: string, tests: typeof passed, width: number): string =>
    String(tests.filter(({ test }) => test === name).length).padStart(width);
  for (const name of new Set(all.map(({ test }) => test)))
    console.log(
      `${times(name, all, 4)}  ${times(name, passed, 6)}  ${times(name, failed, 6)}  ${name}`,
    );
  if (all.length === 0) console.error('No test ran: each was skipped, or none has this name.');
  process.exitCode = all.length === 0 ? 1 : (code ?? 1);
});
