import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** A browser that is installed already, by name or at the places where Windows and macOS keep it. */
function installed(): string | undefined {
  const named = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    process.env['LIKENESS_CHROMIUM'],
    ...folders.flatMap((folder) => named.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(
      process.env['PROGRAMFILES'] ?? 'C:\\Program Files',
      'Google/Chrome/Application/chrome.exe',
    ),
    join(process.env['LOCALAPPDATA'] ?? 'C:\\', 'Google/Chrome/Application/chrome.exe'),
    chromium.executablePath(),
  ];
  return candidates.find((path) => {
    if (!path) return false;
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const run = (command: string, args: readonly string[], timeout: number): boolean =>
  spawnSync(command, args, {
    stdio: 'inherit',
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/**
 * Path of a Chromium for the tests: an installed one; else Debian's package when root on Debian;
 * else Playwright's own download.
 * @throws Error with a sentence that says what to do when none can be had
 */
export function ensureBrowser(): string {
  const first = installed();
  if (first) return first;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
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

/** Flags for a browser that talks to nobody but the pages it is given. */
export const BROWSER_FLAGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The same pictures on every machine, with a GPU or without.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
