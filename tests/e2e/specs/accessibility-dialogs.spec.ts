import type { Page } from '@playwright/test';

import { minutes } from '../../support/patience.ts';
import { confirmCode, signUp } from '../pages/account.ts';
import { pay, status } from '../pages/payment.ts';
import { findings } from '../support/axe.ts';
import { plantLibrary } from '../support/planted-library.ts';
import { expect, test } from '../support/visit.ts';

/** Opens a dialog by its button, looks at it, and closes it by the keyboard. */
async function lookInto(page: Page, button: string, dialog: string): Promise<void> {
  await test.step(dialog, async () => {
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test.describe('section 4: axe finds nothing in the dialogs of', () => {
  test('a library: rename, delete, backup, restore; and in the bar that saves several', async ({
    page,
  }) => {
    await page.goto('/dashboard?tab=settings');
    await plantLibrary(page, 3);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'My Avatars (3)' })).toBeVisible();
    await lookInto(page, 'Save a backup…', 'Save a backup');
    await lookInto(page, 'Restore from a backup…', 'Restore from a backup');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Save several' }).click();
    await page.getByRole('button', { name: 'Choose all 3' }).click();
    await expect(page.getByText('3 chosen')).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.goto('/avatar/101');
    await lookInto(page, 'Rename', 'Rename');
    await lookInto(page, 'Delete', 'Delete Realistic 1?');
  });

  test('a purchase: refund, generate, stop the batch', async ({ page }) => {
    test.setTimeout(minutes(5));
    await pay(page, 'basic');
    await expect(status(page)).toHaveText('Paid');
    await page.goto('/dashboard?tab=settings');
    await lookInto(page, 'Ask for a refund', 'Ask for a refund');
    await page.goto('/customize');
    await page.getByRole('button', { name: 'Try with amara' }).click();
    await lookInto(page, 'Generate avatars', 'Generate avatars');
    await page.getByRole('button', { name: 'Generate avatars' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByLabel('How many').fill('40');
    await dialog.getByRole('button', { name: 'Generate 40 avatars' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    await lookInto(page, 'Cancel', 'Stop this batch?');
  });

  test('a guest who makes an account: whether the work comes along', async ({ page }) => {
    await page.goto('/dashboard?tab=settings');
    await plantLibrary(page, 2);
    await confirmCode(page, await signUp(page));
    await expect(page.getByRole('dialog', { name: 'Bring your work along?' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});
