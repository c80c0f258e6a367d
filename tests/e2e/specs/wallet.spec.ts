import type { Page } from '@playwright/test';

import {
  SOLANA_ADDRESS as ADDRESS,
  ETHEREUM_ADDRESSES,
  installMetaMask,
  installPhantom,
  metaMaskSays,
  phantomSays,
} from '../support/injected-wallets.ts';
import { expect, standIn, test } from '../support/visit.ts';

const SHORT = '4g1b…zWjA';
const saved = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('walletState'));
const save = (page: Page, state: string): Promise<void> =>
  page.evaluate((text) => localStorage.setItem('walletState', text), state);

test.describe('section 4: wallet', () => {
  test('Phantom is restored on load while its extension is installed, and disconnects when the extension says so', async ({
    page,
  }) => {
    await installPhantom(page);
    await page.goto('/about');
    await save(page, `{"connected":true,"address":"${ADDRESS}","walletType":"phantom"}`);
    await page.reload();
    const header = page.getByRole('banner');
    await expect(header.getByText(SHORT)).toBeVisible();
    await phantomSays(page, 'disconnect');
    await expect(header.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    expect(await saved(page)).toBeNull();
  });

  for (const how of ['announced', 'plain'] as const) {
    test(`MetaMask (${how}) signs in, follows its account, leaves with the last one, and isn't restored`, async ({
      page,
    }) => {
      const [first, second] = ETHEREUM_ADDRESSES;
      await installMetaMask(page, how);
      const header = page.getByRole('banner');
      const signIn = async (): Promise<void> => {
        await page.goto('/login');
        await page.getByRole('main').getByRole('button', { name: 'MetaMask', exact: true }).click();
        await expect(page).toHaveURL('/dashboard');
      };
      await signIn();
      await expect(header.getByTitle(first.toLowerCase())).toBeVisible();
      expect(JSON.parse((await saved(page)) ?? '')).toEqual({
        connected: true,
        address: first.toLowerCase(),
        walletType: 'metamask',
      });
      await metaMaskSays(page, [second]);
      await expect(header.getByTitle(second.toLowerCase())).toBeVisible();
      expect(await saved(page)).toContain(second.toLowerCase());
      await metaMaskSays(page, []);
      await expect(header.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
      expect(await saved(page)).toBeNull();

      await signIn();
      await page.reload();
      await expect(header.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
      await expect.poll(() => saved(page)).toBeNull();
    });
  }

  test('a second wallet pays without changing who is signed in', async ({ page }) => {
    const signedIn = ETHEREUM_ADDRESSES[0].toLowerCase();
    await installMetaMask(page, 'announced');
    await page.goto('/login');
    await page.getByRole('main').getByRole('button', { name: 'MetaMask', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
    await page.getByRole('main').getByRole('link', { name: /Basic/ }).first().click();
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await expect(main.getByRole('button', { name: 'Pay 1.2 SOL Now' })).toBeVisible();
    await expect(page.getByRole('banner').getByTitle(signedIn)).toBeVisible();
    expect(await saved(page)).toContain(signedIn);
    await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click();
    await expect(main.getByRole('button', { name: 'Use Sandbox Wallet' })).toBeVisible();
    expect(await saved(page)).toBeNull();
  });
});

test("section 8: wallet errors: 'Phantom wallet not installed' stands in the dialog, and its install page opens in a new tab", async ({
  page,
}) => {
  await standIn(page, /^https:\/\/phantom\.(app|com)\//);
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Connect Phantom Wallet' }).click();
  await expect(await opened).toHaveURL(/^https:\/\/phantom\.app\/download/);
  await expect(dialog.getByText('Phantom wallet not installed', { exact: true })).toBeVisible();
});
