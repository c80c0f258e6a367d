import { expect, standIn, test } from '../support/visit.ts';

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
