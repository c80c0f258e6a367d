import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium, expect } from '@playwright/test';

import { minutes } from '../support/timeouts.ts';
import { browserOptions } from '../tools/browser.ts';
import { test } from './fixtures.ts';
import { ElectronHost } from './host.ts';

const photo = (name: 'amara' | 'kenji' | 'mara'): string =>
  resolve(`resources/people/${name}.webp`);
/** Importing a photo starts the engine, on a software renderer. */
const RENDERED = { timeout: minutes(1) };

test('a second start, a link and the menu bring the page to a route', async ({
  page,
  desktop: { host },
}) => {
  host.startAgain('/usr/bin/likeness', 'likeness://avatar/3');
  await expect(page).toHaveURL(/\/avatar\/3$/);
  host.systemUi.clickMenu('Dashboard');
  await expect(page).toHaveURL(/\/dashboard$/);
  host.openWith('open-url', 'likeness://avatar/4');
  await expect(page).toHaveURL(/\/avatar\/4$/);
  host.openWith('open-url', 'likeness://avatar/../../trust-security');
  host.openWith('open-url', 'https://evil.example/');
  host.openWith('open-url', 'likeness://dashboard');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe('on a German system', () => {
  test.use({ locale: 'de-DE' });
  test('the app starts in German', async ({ page, desktop }) => {
    await expect(page).toHaveURL(/\/de$/);
    await expect
      .poll(() => desktop.host.systemUi.menu.map(({ label }) => label))
      .toContain('&Datei');
  });
});

test('an unexpected wallet answer is reported as ignored', async ({ page, desktop: { host } }) => {
  host.openWith(
    'open-url',
    'likeness://wallet-return/4g1bN2QmhU1CPNdHD3yaZA?errorCode=4001&errorMessage=no',
  );
  await expect(page.getByText('This answer belongs to no open request of ours')).toBeVisible();
});

test('a plain second start brings the window to the front and leaves the page', async ({
  page,
  desktop: { host },
}) => {
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page).toHaveURL(/\/pricing$/);
  const { window } = host;
  window.focused = false;
  host.startAgain('/usr/bin/likeness');
  expect(window.focused).toBe(true);
  await expect(page).toHaveURL(/\/pricing$/);
});

test.describe('started with a picture', () => {
  test.use({ argv: ['resources/people/amara.webp'] });
  test('it becomes a draft, as does what is opened with the running app', async ({
    page,
    desktop: { host },
  }) => {
    test.setTimeout(minutes(3));
    await expect(page).toHaveURL(/\/customize$/);
    await expect(page.getByRole('slider', { name: 'Photo and avatar' })).toBeVisible(RENDERED);
    host.systemUi.clickMenu('Dashboard');
    await expect(page).toHaveURL(/\/dashboard$/);
    host.startAgain(
      '/usr/bin/likeness',
      photo('kenji'),
      'notes.txt',
      resolve('resources/people/nobody.webp'),
    );
    await expect(page).toHaveURL(/\/customize$/);
    await expect(page.getByText('This picture is damaged and can’t be opened.')).toBeVisible(
      RENDERED,
    );
    const photos = page.getByRole('group', { name: 'Photos' });
    for (const name of ['amara.webp', 'kenji.webp'])
      await expect(photos.getByRole('radio', { name })).toBeVisible(RENDERED);
    host.openWith('open-file', photo('mara'));
    await expect(photos.getByRole('radio')).toHaveCount(3, RENDERED);
  });
});

test.describe('started by a link', () => {
  test.use({ argv: ['likeness://avatar/5', photo('amara')] });
  test('the app starts there, and opens no file that came with it', async ({ page, desktop }) => {
    await expect(page).toHaveURL(/\/avatar\/5$/);
    // Also below the root: the page's files don't depend on where it starts.
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Back to Dashboard' }),
    ).toBeVisible();
    desktop.host.openWith('open-url', 'likeness://customize');
    await expect(page.getByRole('button', { name: 'Choose photos' })).toBeVisible();
  });
});

test('a second instance ends before it shows anything', async ({ out, root }) => {
  const folders = { userData: join(root, 'user-data'), downloads: join(root, 'downloads') };
  await Promise.all(Object.values(folders).map((folder) => mkdir(folder)));
  const context = await chromium.launchPersistentContext(join(root, 'profile'), browserOptions());
  const host = new ElectronHost(context, folders);
  host.app.only = false;
  await expect(host.start(out)).rejects.toThrow(
    'the main process ended with 0 before it showed a window',
  );
  expect(host.windows).toEqual([]);
  await host.close();
});
