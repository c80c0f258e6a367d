import type { Page } from '@playwright/test';

import { balanceOf } from '../support/chain.ts';
import { SOL } from '../support/payer.ts';
import { installPhantomApp } from '../support/phantom-app.ts';
import { expect, test } from '../support/visit.ts';

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
});

test.describe('section 1: a wallet adapter that deep-links to Phantom when no injected provider exists', () => {
  test('on a phone a plan is paid through the Phantom app, page by page', async ({
    page,
    sandbox,
  }) => {
    const phantom = await installPhantomApp(page);
    await sandbox.admin.faucet(phantom.address, 5 * SOL);
    const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);

    await page.goto('/payment?plan=basic');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Connect Phantom Wallet' }).click();
    await expect(page).toHaveURL(/^https:\/\/phantom\.app\/ul\/v1\/connect\?/);
    await page.getByRole('link', { name: 'Approve' }).click();

    await expect(page).toHaveURL('/payment?plan=basic');
    await expect(main.getByTitle(phantom.address)).toBeVisible();
    const session = JSON.parse((await stored(page, 'phantomLink')) ?? '') as {
      token: string;
      secret: string;
    };

    await main.getByRole('button', { name: 'Pay 1.2 SOL Now' }).click();
    await expect(page).toHaveURL(/\/ul\/v1\/signTransaction\?/);
    for (const secret of [session.token, session.secret]) expect(page.url()).not.toContain(secret);
    expect(page.url().length).toBeLessThan(1_500);
    await page.getByRole('link', { name: 'Approve' }).click();

    await expect(page).toHaveURL('/payment?plan=basic');
    await expect(main.getByText('Payment verified')).toBeVisible();
    expect((await balanceOf(sandbox.rpcUrl, sandbox.treasury)) - before).toBe(1.2 * SOL);
    // The answer's address isn't in the history and can't be used again.
    await page.goBack();
    await expect(page).not.toHaveURL(/^http:[^?]*wallet-return/);
  });

  test('a mint is too large for a link: it says so before anything is made, and where it works', async ({
    page,
    sandbox,
  }) => {
    // A wallet without purchases: one with purchases would see no samples to mint.
    const phantom = await installPhantomApp(page, { seed: 12 });
    await sandbox.admin.faucet(phantom.address, 5 * SOL);
    const { uploads } = sandbox.gateway.counts;
    await page.goto('/nft-minting?avatar=1');
    await page.getByRole('main').getByRole('button', { name: 'Connect Phantom Wallet' }).click();
    await page.getByRole('link', { name: 'Approve' }).click();
    await expect(page).toHaveURL('/nft-minting?avatar=1');
    await expect(
      page.getByText(
        'This transaction is too large for Phantom’s link. Nothing was sent. Open this page in Phantom’s own browser, or in one that has its extension.',
      ),
    ).toBeVisible();
    expect(phantom.asked).not.toContain('signTransaction');
    expect(sandbox.gateway.counts.uploads).toBe(uploads);
  });
});
