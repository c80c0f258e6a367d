import type { Page } from '@playwright/test';

import { status } from '../pages/payment.ts';
import { balanceOf } from '../support/chain.ts';
import { installSendingPhantom } from '../support/injected-phantom.ts';
import { expect, test } from '../support/visit.ts';

const BASIC = 1_200_000_000;
const UNKNOWN = 'We don’t know what your wallet answered';
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay 1.2 SOL Now' });

/** The payment page with the wallet connected and a quote: the price and the network fee. */
async function ready(page: Page): Promise<void> {
  await page.goto('/payment?plan=basic');
  await page.getByRole('main').getByRole('button', { name: 'Connect Phantom Wallet' }).click();
  await expect(page.getByText('Total to pay')).toBeVisible();
}

test.describe('a wallet that can only sign and send', () => {
  test.use({ brisk: true });

  for (const how of ['approve', 'approve, answer lost'] as const) {
    test(`a refusal takes effect at once, then it pays: ${how}`, async ({ page, sandbox }) => {
      const wallet = await installSendingPhantom(page, sandbox);
      const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
      await ready(page);
      wallet.behave('decline');
      await payButton(page).click();
      await expect(
        page.getByText('You declined in your wallet. You have not been charged.'),
      ).toBeVisible();
      await expect(status(page)).toHaveText('Not paid yet');

      wallet.behave(how);
      await payButton(page).click();
      await expect(status(page)).toHaveText('Paid');
      await expect(page.getByText('Payment verified')).toBeVisible();
      expect(wallet.asked()).toBe(2);
      await sandbox.admin.advance(200);
      expect((await balanceOf(sandbox.rpcUrl, sandbox.treasury)) - before).toBe(BASIC);
    });
  }

  test('after a reload while its window is open, the order stays locked, and an approval there counts', async ({
    page,
    sandbox,
  }) => {
    const wallet = await installSendingPhantom(page, sandbox);
    wallet.behave('leave open');
    await ready(page);
    await payButton(page).click();
    await expect.poll(wallet.asked).toBe(1);
    await expect(page.getByText('Network fee', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    await expect(status(page)).toHaveText('Waiting for your wallet');
    await expect(payButton(page)).toHaveCount(0);
    await wallet.approveOpen();
    await expect(status(page)).toHaveText('Paid');
    expect(wallet.asked()).toBe(1);
  });
});
