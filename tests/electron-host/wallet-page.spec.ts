import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { hostDriver, type HostDriver } from '../e2e/drivers/desktop-host.ts';
import { balanceOf } from '../e2e/support/chain.ts';
import { airdrop } from '../e2e/support/phantom-app.ts';
import { ANY_PORTS, type Networks, startNetworks } from '../sandbox/start-networks.ts';
import { buildDesktop } from '../tools/build-desktop.ts';
import { UsersBrowser } from './users-browser.ts';

/** The desktop app on the sandbox network, beside the user's own browser. */
const test = base.extend<{ desktop: HostDriver; app: Page; usersBrowser: UsersBrowser }, { sandbox: Networks }>({
  sandbox: [
    async ({}, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'likeness-sandbox-'));
      const sandbox = await startNetworks({ folder, ports: ANY_PORTS });
      await provide(sandbox);
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  usersBrowser: async ({}, provide) => {
    const browser = await UsersBrowser.launch();
    await provide(browser);
    await browser.close();
  },
  desktop: async ({ sandbox, usersBrowser }, provide) => {
    const root = await mkdtemp(join(tmpdir(), 'likeness-wallet-page-'));
    const folders = { root, profile: join(root, 'profile'), userData: join(root, 'user-data'), downloads: join(root, 'downloads') };
    await Promise.all([folders.userData, folders.downloads].map((folder) => mkdir(folder)));
    const driver = await hostDriver({ out: buildDesktop('sandbox'), sandbox: JSON.stringify({ ...sandbox.config, appUrl: 'http://127.0.0.1:4173' }) }, folders);
    driver.host.desk.browse = (url) => usersBrowser.open(url);
    await provide(driver);
    await driver.close();
    await rm(root, { recursive: true, force: true });
  },
  app: async ({ desktop }, provide) => provide(desktop.page),
});
test.describe.configure({ timeout: 180_000 });
const seen = expect.configure({ timeout: 30_000 });

const waiting = (app: Page) => app.getByRole('dialog', { name: 'Approve in your browser' });

/** The page that the app has opened, once it shows the app's own code. */
async function opened(app: Page, browser: UsersBrowser): Promise<Page> {
  const code = (await waiting(app).locator('b').textContent()) ?? '';
  expect(code).toMatch(/^\d{4}$/);
  const shows = (page: Page | undefined) => page && !page.isClosed() && page.getByRole('img', { name: `Code ${Array.from(code).join(' ')}` }).isVisible();
  await seen.poll(() => shows(browser.page)).toBe(true);
  if (!browser.page) throw new Error('no page');
  expect(browser.page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/); // The token has left the address bar.
  return browser.page;
}

test('Phantom in the user’s browser connects, declines, is caught swapping, and pays for a plan', async ({ desktop, app, usersBrowser, sandbox }) => {
  await usersBrowser.installPhantom();
  await airdrop(sandbox.solana.rpcUrl, usersBrowser.address, 5);
  await desktop.open('/payment?plan=basic&priceSOL=1.2');
  const main = app.getByRole('main');
  await expect(main.getByRole('button', { name: 'Connect Phantom Wallet' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Connect in your browser' }).click();
  const connecting = await opened(app, usersBrowser);
  await connecting.getByRole('button', { name: 'Continue in Phantom' }).click();
  await seen(connecting.getByRole('heading', { name: 'Connected' })).toBeFocused();
  await seen(app.getByRole('banner').getByText(`${usersBrowser.address.slice(0, 4)}…${usersBrowser.address.slice(-4)}`)).toBeVisible();

  const before = await balanceOf(sandbox.solana.rpcUrl, sandbox.solana.treasury);
  const pay = app.getByRole('button', { name: 'Pay 1.2 SOL Now' });
  for (const [mood, words, pageWords] of [
    ['declines', 'You declined in the wallet. You have not been charged.', 'You said no'],
    ['swaps', 'The wallet returned a different transaction, so it was not sent. You have not been charged.', 'That was something else'],
  ] as const) {
    usersBrowser.mood = mood;
    await seen(pay).toBeEnabled();
    await pay.click();
    await seen(waiting(app)).toBeVisible();
    const page = await opened(app, usersBrowser);
    await expect(page.getByText('1.2 SOL', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Continue in Phantom' }).click();
    await seen(page.getByRole('heading', { name: pageWords })).toBeVisible();
    await seen(app.getByText(words)).toBeVisible();
  }
  expect(await balanceOf(sandbox.solana.rpcUrl, sandbox.solana.treasury)).toBe(before);

  usersBrowser.mood = 'signs';
  await pay.click();
  await (await opened(app, usersBrowser)).getByRole('button', { name: 'Continue in Phantom' }).click();
  await seen.poll(() => balanceOf(sandbox.solana.rpcUrl, sandbox.solana.treasury), { timeout: 60_000 }).toBe(before + 1_200_000_000);
});

test('no wallet there, a closed tab and a cancel end in words', async ({ desktop, app, usersBrowser }) => {
  await desktop.open('/login');
  await app.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const connect = app.getByRole('dialog', { name: 'Connect Wallet' }).getByRole('button', { name: 'Connect in your browser' });
  await connect.click();
  const page = await opened(app, usersBrowser);
  await expect(page.getByRole('heading', { name: 'This browser has no Phantom' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get Phantom' })).toHaveAttribute('href', 'https://phantom.app/download');
  await seen(waiting(app).getByText('Your browser has no Phantom.')).toBeVisible();
  await page.reload(); // As after installing it there: the session goes on.
  await expect(page.getByRole('heading', { name: 'This browser has no Phantom' })).toBeVisible();
  await page.close();
  await seen(app.getByText('The wallet page in your browser was closed before the wallet answered.').first()).toBeVisible();

  await connect.click();
  const second = await opened(app, usersBrowser);
  await waiting(app).getByRole('button', { name: 'Cancel' }).click();
  await expect(waiting(app)).toBeHidden();
  await seen(second.getByRole('heading', { name: 'Stopped' })).toBeVisible();
});
