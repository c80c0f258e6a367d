import type { Page } from '@playwright/test';

/** Connects the Sandbox Wallet from the payment page and pays, up to the approval in the wallet. */
export async function connectSandboxWallet(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
}

/** Answers the Sandbox Wallet's own sheet. */
export async function answerWallet(page: Page, answer: 'Approve' | 'Decline'): Promise<void> {
  await page.getByRole('dialog', { name: 'Sandbox Wallet' }).getByRole('button', { name: answer }).click();
}
