import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { desktopDriver } from '../drivers/desktop.ts';
import type { Driver } from '../drivers/driver.ts';
import { webDriver } from '../drivers/web.ts';
import { buildDesktop } from '../../tools/build-desktop.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  readonly app: Driver;
}
interface WorkerFixtures {
  readonly sandbox: Sandbox;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sandbox: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'likeness-sandbox-'));
      const sandbox = await startSandbox({ folder, appPort: 0, rpcPort: 0 });
      await use(sandbox);
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  app: async ({ sandbox }, use, { project }) => {
    const { appUrl, rpcUrl, treasury } = sandbox;
    const driver =
      project.name === 'desktop'
        ? await desktopDriver({ out: buildDesktop('sandbox'), sandbox: JSON.stringify({ solanaRpc: [rpcUrl], treasury, appUrl }) })
        : await webDriver({ appUrl });
    await use(driver);
    await driver.close();
  },
});
