import { test as base } from '@playwright/test';

import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { buildDesktop } from '../../../scripts/build-desktop.ts';
import { minutes } from '../../support/timeouts.ts';
import { withSandbox } from '../../support/with-sandbox.ts';
import { desktopDriver } from '../drivers/desktop.ts';
import type { Driver } from '../drivers/driver.ts';
import { webDriver } from '../drivers/web.ts';
import { watchTraffic, type Traffic } from './traffic.ts';

export { expect } from '@playwright/test';

export interface Fixtures {
  /** Everything that the app sends. */
  readonly traffic: Traffic;
  readonly app: Driver;
}
export interface WorkerFixtures {
  readonly runs: 'web' | 'desktop';
  /** Each worker has its own chain. */
  readonly sandbox: Sandbox;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  runs: ['web', { option: true, scope: 'worker' }],
  sandbox: [
    async ({}, provide) => withSandbox(provide),
    // Includes building the app, once after its sources have changed.
    { scope: 'worker', timeout: minutes(3) },
  ],
  traffic: async ({}, provide) => provide(watchTraffic()),
  app: async ({ runs, sandbox: { appUrl, config }, traffic }, provide) => {
    const prepare = traffic.attach;
    const driver =
      runs === 'web'
        ? await webDriver({ appUrl, prepare })
        : await desktopDriver({
            out: await buildDesktop(),
            sandbox: JSON.stringify(config),
            prepare,
          });
    await provide(driver);
    await driver.close();
  },
});
