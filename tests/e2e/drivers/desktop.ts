import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { electronDriver } from './desktop-electron.ts';
import { hostDriver } from './desktop-host.ts';
import { runFoldersIn, type DesktopDriverOptions } from './desktop-options.ts';
import type { Driver } from './driver.ts';

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

/**
 * The desktop app: on Electron if its program is present, otherwise on the test host. `name` says
 * which.
 */
export async function desktopDriver(options: DesktopDriverOptions): Promise<Driver> {
  const root = await mkdtemp(join(tmpdir(), 'likeness-desktop-'));
  const folders = await runFoldersIn(root);
  const binary = electronBinary();
  const driver = binary
    ? await electronDriver(binary, options, folders)
    : await hostDriver(options, folders);
  return Object.defineProperties({} as Driver, {
    ...Object.getOwnPropertyDescriptors(driver),
    close: {
      value: async () => {
        await driver.close();
        await rm(root, { recursive: true, force: true });
      },
    },
  });
}
