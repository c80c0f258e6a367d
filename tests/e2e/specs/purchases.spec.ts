import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import { confirmCode, deleteAccount, PASSWORD, signUp } from '../pages/account.ts';
import { pay, status } from '../pages/payment.ts';
import { expect, savedBy, test, type Problems } from '../support/visit.ts';

/** Clears the device as if the app had never run on it. Only the wallet's own key stays. */
async function wipe(page: Page, problems: Problems): Promise<void> {
  // A page without the app: the browser requests its default icon.
  problems.forgive(/404/);
  await page.goto('/icon.svg');
  await page.evaluate(async () => {
    const key = localStorage.getItem('sandboxWalletKey') ?? '';
    localStorage.clear();
    localStorage.setItem('sandboxWalletKey', key);
    await new Promise<void>((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('likeness');
      deleting.onsuccess = () => resolve();
      deleting.onerror = () => reject(new Error('not deleted'));
    });
  });
}

const purchases = (page: Page) => page.getByRole('region', { name: 'Purchases' });

test.describe('purchases', () => {
  test.use({ brisk: true });

  test('are restored once when the wallet that paid is connected: after their account was deleted, and on an empty device', async ({
    page,
    problems,
    sandbox,
  }) => {
    const connect = async (): Promise<void> => {
      await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
      await expect(page.getByText('1 purchase came back: 5,300 credits.')).toBeVisible();
      await expect(page.getByText('5,300', { exact: true })).toBeVisible();
    };
    await confirmCode(page, await signUp(page, { remember: true }));
    await expect(page).toHaveURL('/dashboard');
    await pay(page, 'creator');
    await expect(status(page)).toHaveText('Paid');

    await test.step('while the account has its plan, its messages have priority', async () => {
      await page.goto('/feedback');
      await page.getByRole('radio', { name: /Positive/ }).check();
      await page.getByRole('button', { name: 'Submit Feedback' }).click();
      await expect(
        page.getByRole('heading', { name: 'Thank you for your feedback' }),
      ).toBeFocused();
      expect(sandbox.mailbox.messages().at(-1)).toMatchObject({
        kind: 'feedback',
        sentiment: 'positive',
        priority: true,
      });
    });

    await page.goto('/dashboard?tab=settings');
    await expect(purchases(page).getByRole('listitem')).toHaveCount(1);
    await deleteAccount(page, PASSWORD);
    await expect(page.getByText('The account and everything in it were deleted.')).toBeVisible();
    await expect(purchases(page).getByText('No purchases yet.')).toBeVisible();
    await page.goto('/dashboard');
    await connect();

    await wipe(page, problems);
    await page.goto('/dashboard');
    await connect();

    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(purchases(page).getByRole('listitem')).toHaveCount(1);
    await purchases(page).getByRole('button', { name: 'Look for earlier purchases' }).click();
    await expect(
      page.getByText('Nothing new: this wallet’s purchase is on this device already.'),
    ).toBeVisible();
    await expect(purchases(page).getByRole('listitem')).toHaveCount(1);
  });

  test.describe('of a device that paid before', () => {
    test.use({ begins: 'paid' });

    test('are restored from a receipt; a changed one is refused with a message', async ({
      page,
      problems,
    }) => {
      await page.goto('/payment?plan=basic');
      await expect(status(page)).toHaveText('Paid');
      await page.getByRole('link', { name: 'Continue to Confirmation' }).click();
      await expect(page.getByRole('heading', { name: 'Paid. One photo to go.' })).toBeVisible();
      const download = await savedBy(page.getByRole('button', { name: 'Save receipt' }));
      expect(download.suggestedFilename()).toMatch(/^Likeness_receipt_LK-[0-9A-Z]{20}\.json$/);
      const receipt = await readFile(await download.path(), 'utf8');

      await wipe(page, problems);
      await page.goto('/dashboard?tab=settings');
      const take = (text: string) =>
        page.getByLabel('Receipt file').setInputFiles({
          name: 'receipt.json',
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        });
      await expect(purchases(page).getByText('No purchases yet.')).toBeVisible();
      await take(receipt.replace('"basic"', '"pro"'));
      await expect(page.getByText(/^This receipt doesn’t match anything we sold/)).toBeVisible();
      await take(receipt);
      await expect(page.getByText('Verified: 1,000 credits are yours.')).toBeVisible();
      await expect(purchases(page).getByText('Paid', { exact: true })).toBeVisible();
      await take(receipt);
      await expect(page.getByText('This purchase is on this device already.')).toBeVisible();
      await expect(purchases(page).getByRole('listitem')).toHaveCount(1);
    });
  });
});
