import type { Page } from '@playwright/test';

import { expect } from '../support/fixtures.ts';

/** Answers the Sandbox Wallet's own sheet. */
export async function answerWallet(page: Page, answer: 'Approve' | 'Decline'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
}

/** The state of the order as the receipt tells it. */
export const status = (page: Page) =>
  page.getByRole('region', { name: 'Order summary' }).getByRole('status');

/** Opens a plan's payment page with the Sandbox Wallet connected, and gives its Pay button. */
export async function readyToPay(page: Page, plan: 'basic' | 'creator' | 'pro' = 'basic') {
  await page.goto(`/payment?plan=${plan}`);
  const pay = page.getByRole('button', { name: /^Pay .* SOL Now$/ });
  const use = page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' });
  await expect(pay.or(use)).toBeVisible();
  if (await use.isVisible()) await use.click();
  // The total tells that the quote is there, and with it a wallet that has its money.
  await expect(page.getByText('To pay in all')).toBeVisible();
  return pay;
}

/** Pays with the Sandbox Wallet, up to the moment when the payment is on its way. */
export async function pay(page: Page, plan?: 'basic' | 'creator' | 'pro'): Promise<void> {
  const button = await readyToPay(page, plan);
  await button.click();
  await answerWallet(page, 'Approve');
}

/** From the payment page to the confirmation, which has the same receipt and the same form for a signature: so its title is waited for. */
export async function toConfirmation(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Continue to Confirmation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Secure Payment');
}
