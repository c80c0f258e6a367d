/**
 * `node --import tsx command.ts OUT COMMAND…`: the built desktop app, started with a command as its
 * installed program would be, on the stand-in for Electron.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

import { browserOptions } from '../tools/browser.ts';
import { ElectronHost } from './host.ts';

const [, , out = '', ...args] = process.argv;
const root = await mkdtemp(join(tmpdir(), 'likeness-host-command-'));
const context = await chromium.launchPersistentContext(join(root, 'profile'), {
  ...browserOptions(),
  // Ctrl-C is the command's.
  handleSIGINT: false,
  handleSIGTERM: false,
});
const host = new ElectronHost(context, {
  userData: join(root, 'user-data'),
  downloads: join(root, 'downloads'),
});
process.argv = ['/usr/bin/likeness', join(out, 'main/index.js'), ...args];
const code = await host.run(out);
for (const { visible, options } of host.windows) {
  if (visible) throw new Error('a command showed a window');
  const { sandbox, contextIsolation, nodeIntegration } = options.webPreferences ?? {};
  if (!sandbox || !contextIsolation || nodeIntegration !== false)
    throw new Error('a command’s page isn’t kept from the machine');
}
await host.close();
await rm(root, { recursive: true, force: true });
process.exit(code);
