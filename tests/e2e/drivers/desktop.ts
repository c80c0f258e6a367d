import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { electronBinary } from '../../tools/browser.ts';
import { electronDriver } from './desktop-electron.ts';
import { hostDriver } from './desktop-host.ts';
import { runFoldersIn, type DesktopDriverOptions } from './desktop-options.ts';
import type { Driver } from './driver.ts';

/** The desktop app: on Electron if its program is present, otherwise on the test host. */
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
