import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * The path of an installed Chromium or Chrome: the one in LIKENESS_CHROMIUM, else one on the PATH,
 * else the usual place on Windows and macOS.
 * @param more further paths to try last
 */
export function findChromium(...more: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    process.env['LIKENESS_CHROMIUM'],
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(
      process.env['PROGRAMFILES'] ?? 'C:\\Program Files',
      'Google/Chrome/Application/chrome.exe',
    ),
    join(process.env['LOCALAPPDATA'] ?? 'C:\\', 'Google/Chrome/Application/chrome.exe'),
    ...more,
  ];
  return candidates.find((path) => path && isProgram(path));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Missing, or not executable.
  }
}

/** Flags for a browser that connects to nothing but the pages it is given. */
export const QUIET_FLAGS: readonly string[] = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The same pictures on every machine, with or without a GPU.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Chromium won't start its own sandbox for root. */
export const isRoot = (): boolean => process.getuid?.() === 0;
