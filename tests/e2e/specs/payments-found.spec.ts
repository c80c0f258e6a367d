import type { Page } from '@playwright/test';

import type { Sandbox } from '../../../sandbox/start-sandbox.ts';
import { readyToPay, status, toConfirmation } from '../pages/payment.ts';
import { SOL, stranger } from '../support/payer.ts';
import { expect, test } from '../support/visit.ts';

const claim = (page: Page) => page.getByRole('button', { name: "I've Sent the Payment Manually" });
const reference = async (page: Page): Promise<string> =>
  (await page
    .getByRole('region', { name: 'Order summary' })
    .locator('[title]')
    .first()
    .getAttribute('title')) ?? '';

/** An order that waits for a plain transfer, on its confirmation page. */
async function waitForTransfer(page: Page): Promise<{ key: string }> {
  await readyToPay(page);
  await claim(page).click();
  await toConfirmation(page);
  await expect(status(page)).toHaveText('Looking for your transfer');
  return { key: await reference(page) };
}

async function name(page: Page, signature: string): Promise<void> {
  await page.getByLabel('Sent a different amount?').fill(signature);
  await page.getByRole('button', { name: 'Check this transaction' }).click();
}

/** A payer outside the app. */
async function outside(sandbox: Sandbox) {
  return { send: await stranger(sandbox), price: 1.2 * SOL, to: sandbox.treasury };
}

test.describe('the confirmation page names what it found', () => {
  test.use({ brisk: true });

  test('less, under the order’s own key @long', async ({ page, sandbox }) => {
    const { send, to } = await outside(sandbox);
    const { key } = await waitForTransfer(page);
    await send({ to, lamports: SOL, reference: key });
    await expect(
      page.getByText('We found 1 SOL for this order: 0.2 SOL less than it costs'),
    ).toBeVisible();
    await expect(status(page)).toHaveText('Looking for your transfer');
  });

  test('less, named by its signature; then more, which counts', async ({ page, sandbox }) => {
    const { send, to, price } = await outside(sandbox);
    await waitForTransfer(page);
    await name(page, await send({ to, lamports: price - 30_000_000 }));
    await expect(
      page.getByText(
        /^This transfer is below the plan’s price.*We received 1\.17\sSOL\. The plan costs 1\.2\sSOL\.$/,
      ),
    ).toBeVisible();
    await name(page, await send({ to, lamports: price + 300_000_000 }));
    await expect(status(page)).toHaveText('Paid');
    await expect(page.getByText('You sent 0.3 SOL more than the price')).toBeVisible();
  });

  test('twice: the second isn’t counted, and isn’t lost', async ({ page, sandbox }) => {
    const { send, to, price } = await outside(sandbox);
    const { key } = await waitForTransfer(page);
    await send({ to, lamports: price, reference: key });
    await expect(status(page)).toHaveText('Paid');
    await send({ to, lamports: price, reference: key, memo: 'again' });
    await sandbox.admin.advance(10);
    await page.reload();
    await expect(
      page.getByText('A second transfer of 1.2 SOL arrived for this order'),
    ).toBeVisible();
    await page.getByText('Paid twice by mistake?').click();
    const third = await send({ to, lamports: price, memo: 'third' });
    await sandbox.admin.advance(10);
    await name(page, third);
    await expect(page.getByText(/^This order is already paid by another transfer/)).toBeVisible();
  });
});
