import { test as base, expect, type Page } from '@playwright/test';

import { ANY_PORTS, startNetworks, type Networks } from '../../sandbox/start-networks.ts';
import { buildDesktop } from '../../scripts/build-desktop.ts';
import { hostDriver, type HostDriver } from '../e2e/drivers/desktop-host.ts';
import { runFoldersIn, type RunFolders } from '../e2e/drivers/desktop-options.ts';
import { ENGLISH, type Language } from '../e2e/support/language.ts';
import { minutes } from '../support/timeouts.ts';
import { withFolder } from '../support/with-sandbox.ts';
import { UsersBrowser } from './users-browser.ts';

interface Fixtures {
  readonly desktop: HostDriver;
  readonly app: Page;
  readonly usersBrowser: UsersBrowser;
  readonly folders: RunFolders;
  /** Starts the app. A running one is ended first; its storage is kept. */
  readonly launch: (argv: readonly string[]) => Promise<HostDriver>;
}

/** The desktop app on the sandbox network, beside the user's own browser. */
export const test = base.extend<Fixtures, { sandbox: Networks }>({
  sandbox: [
    async ({}, provide) =>
      withFolder(async (folder) => {
        const sandbox = await startNetworks({ folder, ports: ANY_PORTS });
        await provide(sandbox);
        await sandbox.stop();
      }),
    { scope: 'worker', timeout: minutes(4) },
  ],
  usersBrowser: async ({ desktop }, provide) => {
    const browser = await UsersBrowser.launch();
    desktop.host.systemUi.browse = (url) => browser.open(url);
    await provide(browser);
    await browser.close();
  },
  folders: async ({}, provide) => withFolder(async (root) => provide(await runFoldersIn(root))),
  launch: async ({ sandbox, folders }, provide) => {
    let running: HostDriver | undefined;
    await provide(async (argv) => {
      await running?.close();
      running = await hostDriver(
        {
          out: await buildDesktop(),
          sandbox: JSON.stringify({ ...sandbox.config, appUrl: 'http://127.0.0.1:4173' }),
          argv,
        },
        folders,
      );
      return running;
    });
    await running?.close();
  },
  desktop: async ({ launch }, provide) => provide(await launch([])),
  app: async ({ desktop }, provide) => provide(desktop.page),
});
/** With a time limit that suits a second browser. */
export const seen = expect.configure({ timeout: minutes(0.5) });

export const waiting = (app: Page, { t }: Language = ENGLISH) =>
  app.getByRole('dialog', { name: t('Approve in your browser') });

/** The page that the app has opened, once it shows the app's code. */
export async function opened(app: Page, browser: UsersBrowser, language = ENGLISH): Promise<Page> {
  const code = (await waiting(app, language).locator('b').textContent()) ?? '';
  expect(code).toMatch(/^\d{4}$/);
  const shows = (page: Page | undefined) =>
    page &&
    !page.isClosed() &&
    page
      .getByRole('img', {
        name: language.t('Code {digits}', { digits: Array.from(code).join(' ') }),
      })
      .isVisible();
  await seen.poll(() => shows(browser.page)).toBe(true);
  if (!browser.page) throw new Error('no page');
  const { pathname, hash } = new URL(browser.page.url());
  expect([pathname, hash]).toEqual([language.path('/'), '']); // The token is gone from the address bar.
  return browser.page;
}

/** Goes on, on the page that the app has opened, to this wallet. */
export const continueIn = async (wallet: string, app: Page, browser: UsersBrowser): Promise<void> =>
  (await opened(app, browser)).getByRole('button', { name: `Continue in ${wallet}` }).click();
