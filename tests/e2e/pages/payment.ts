import type { Page } from '@playwright/test';

/** Answers the Sandbox Wallet's own sheet. */
export async function answerWallet(page: Page, answer: 'Approve' | 'Decline'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
}

/** From a plan's page to a transfer on its way: connects the Sandbox Wallet and approves. */
export async function payWithSandboxWallet(page: Page, sol: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
  await page.getByRole('button', { name: `Pay ${sol} SOL Now` }).click();
  await answerWallet(page, 'Approve');
}
