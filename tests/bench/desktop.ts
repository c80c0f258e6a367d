import { join } from 'node:path';
import { _electron } from '@playwright/test';

import { buildDesktop } from '../../scripts/build-desktop.ts';
import { withFolder, withSandbox } from '../support/with-sandbox.ts';
import { electronBinary } from '../tools/browser.ts';
import { median, tableOf } from './figures.ts';

const STARTS = 5;
/** How long to idle before reading memory. */
const IDLE_MS = 10_000;

interface Start {
  /** Time from the program's start until Home can be clicked. */
  readonly ms: number;
  /** Working sets of all its processes when idle. */
  readonly megabytes: number;
}

const startOnce = (binary: string, out: string, sandbox: string): Promise<Start> =>
  withFolder(async (profile) => {
    const began = performance.now();
    const app = await _electron.launch({
      executablePath: binary,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--user-data-dir=${profile}`,
        join(out, 'main/index.js'),
      ],
      env: { ...process.env, LIKENESS_SANDBOX: sandbox },
    });
    const page = await app.firstWindow();
    // The page is in the system's language.
    await page.locator('main a[href$="/customize"]').first().click({ trial: true });
    const ms = performance.now() - began;
    await page.waitForTimeout(IDLE_MS);
    const kilobytes = await app.evaluate(({ app: running }) =>
      running.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize, 0),
    );
    await app.close();
    return { ms, megabytes: kilobytes / 1024 };
  });

/**
 * Start time and idle memory of the desktop app; only on Electron, as figures on the test host
 * would be Chromium's and Node's.
 */
export async function benchDesktop(): Promise<string> {
  const table = (start: string, memory: string): string =>
    tableOf('## Desktop app', '| | |', [
      `| start to usable window | ${start} |`,
      `| idle memory | ${memory} |`,
    ]);
  const binary = electronBinary();
  if (binary === undefined) return table('n/a (test host)', 'n/a (test host)');
  return withSandbox(async (sandbox) => {
    const out = await buildDesktop();
    const starts: Start[] = [];
    for (let n = 0; n < STARTS; n++)
      starts.push(await startOnce(binary, out, JSON.stringify(sandbox.config)));
    return table(
      `${median(starts.map(({ ms }) => ms)).toFixed(0)} ms`,
      `${median(starts.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
    );
  });
}
