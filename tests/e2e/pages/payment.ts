import type { Page } from '@playwright/test';

import { expect } from '../support/fixtures.ts';
import { ENGLISH, type Language } from '../support/language.ts';

/** Answers the Sandbox Wallet's own sheet. */
export async function answerWallet(
  page: Page,
  answer: 'Approve' | 'Decline',
  { t }: Language = ENGLISH,
): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(answer), exact: true })
    .click();
}

/** The order's state on the receipt. */
export const status = (page: Page, { t }: Language = ENGLISH) =>
  page.getByRole('region', { name: t('Order summary') }).getByRole('status');

/** Opens a plan's payment page with the Sandbox Wallet connected. Returns its Pay button. */
export async function readyToPay(page: Page, plan: 'basic' | 'creator' | 'pro' = 'basic') {
  await page.goto(`/payment?plan=${plan}`);
  const pay = page.getByRole('button', { name: /^Pay .* SOL Now$/ });
  const use = page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' });
  await expect(pay.or(use)).toBeVisible();
  if (await use.isVisible()) await use.click();
  // The total appears when the quote is there and the wallet has its money.
  await expect(page.getByText('Total to pay')).toBeVisible();
  return pay;
}

/** Pays with the Sandbox Wallet, until the payment is sent. */
export async function pay(page: Page, plan?: 'basic' | 'creator' | 'pro'): Promise<void> {
  const button = await readyToPay(page, plan);
  await button.click();
  await answerWallet(page, 'Approve');
}

/**
 * Goes from the payment page to the confirmation. Both have the same receipt and the same signature
 * form, so this waits for the title.
 */
export async function toConfirmation(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Continue to Confirmation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Secure Payment');
}

/** Pays for the photo on the stage with the Sandbox Wallet, and goes to what is made of it. */
export async function payFromAvatarCreator(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await page.getByRole('link', { name: 'Proceed to Secure Payment' }).first().click();
  await main.locator('a[href^="/payment?plan=basic"]').click();
  await main.getByRole('button', { name: 'Use Sandbox Wallet' }).click();
  await page.getByRole('button', { name: 'Pay 1.2 SOL Now' }).click();
  await answerWallet(page, 'Approve');
  await page.getByRole('link', { name: 'Continue to Confirmation' }).click();
  await page.getByRole('link', { name: 'Go to Dashboard' }).first().click();
}
