import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

import { findChromium, isRoot, QUIET_FLAGS } from '../../studio/engine/chromium.ts';

/** An installed browser, or Playwright's own. */
const installed = (): string | undefined => findChromium(chromium.executablePath());

const run = (command: string, args: readonly string[], timeout: number): boolean =>
  spawnSync(command, args, {
    stdio: 'inherit',
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/**
 * Path of a Chromium for the tests: an installed one; otherwise Debian's package (as root on
 * Debian); otherwise Playwright's download.
 * @throws Error with a message that says what to do if there is none
 */
export function ensureBrowser(): string {
  const first = installed();
  if (first) return first;
  if (isRoot() && existsSync('/etc/debian_version')) {
    console.log('No Chromium or Chrome found: installing Debian’s chromium package.');
    run('apt-get', ['update', '-qq'], 180_000);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], 600_000);
  } else {
    console.log('No Chromium or Chrome found: fetching Playwright’s own (60 s at most).');
    run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], 60_000);
  }
  const second = installed();
  if (second) return second;
  throw new Error(
    'The tests need Chromium or Chrome. Install one, or name it in LIKENESS_CHROMIUM, and run again.',
  );
}

/** The product's own flags. As root, e.g. in a container, also without Chromium's sandbox. */
export const BROWSER_FLAGS: readonly string[] = [
  ...(isRoot() ? ['--no-sandbox'] : []),
  ...QUIET_FLAGS,
  // Pages are composited without SwiftShader, which saves a fifth of the CPU time.
  '--disable-gpu-compositing',
];

/** How every browser of the tests is launched. */
export const browserOptions = (): { executablePath: string; args: string[] } => ({
  executablePath: ensureBrowser(),
  args: [...BROWSER_FLAGS],
});

/**
 * Path of the Electron program, if it was downloaded. Asking the package itself would download it.
 */
export function electronBinary(): string | undefined {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}
