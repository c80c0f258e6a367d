import type { Page } from '@playwright/test';

/** Answers the Sandbox Wallet's own sheet. */
export async function answerWallet(page: Page, answer: 'Approve' | 'Decline'): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
}
