import type { Locator } from '@playwright/test';

import { minutes } from '../../support/timeouts.ts';
import { pressByKeys, tabTo } from '../support/tab-to.ts';
import { expect, test } from '../support/visit.ts';

test('sections 2 and 6: the whole job with the keyboard alone, from Home to a saved avatar @long', async ({
  page,
}) => {
  test.setTimeout(minutes(3));
  const press = (target: Locator): Promise<void> => pressByKeys(page, target);
  await page.goto('/');
  await press(page.getByRole('main').getByRole('link', { name: 'Start Creating' }).first());
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/customize');

  await page.keyboard.press('Shift+Tab');
  await press(page.getByRole('button', { name: 'Try with amara' }));
  const compare = page.getByRole('slider', { name: 'Photo and avatar' });
  await expect(compare).toBeVisible();
  // The button is gone; the next stop is the picture in its place.
  await page.keyboard.press('Tab');
  await expect(compare).toBeFocused();

  await tabTo(page, page.getByRole('radio', { name: 'Realistic' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Artistic' })).toBeChecked();
  await press(page.getByRole('button', { name: 'Regenerate Preview' }));
  await press(page.getByRole('link', { name: 'Proceed to Secure Payment' }).first());

  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await press(page.getByRole('link', { name: 'Choose Creator' }));
  await expect(page).toHaveURL('/payment?plan=creator&priceSOL=3.5');

  await press(page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }));
  const pay = page.getByRole('button', { name: 'Pay 3.5 SOL Now' });
  await expect(pay).toBeEnabled();
  // The wallet's button is gone; the next stop is the Pay button.
  await page.keyboard.press('Tab');
  await expect(pay).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    page.getByText('You declined in your wallet. You have not been charged.'),
  ).toBeVisible();

  // The dialog returns the focus to the button that opened it.
  await expect(pay).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
  await expect(page.getByRole('link', { name: 'Continue to Confirmation' })).toBeVisible();
  await expect(page.locator('main :focus')).toHaveCount(1);
  await press(page.getByRole('link', { name: 'Continue to Confirmation' }));
  await expect(page).toHaveURL(/\/payment-confirmation\?order=LK-/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await press(page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }));

  await expect(page.getByRole('heading', { name: 'My Dashboard' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'My Avatars (12)' })).toBeVisible();
  await press(page.getByRole('link', { name: /^View/ }).first());
  await expect(page).toHaveURL(/\/avatar\/10\d$/);
  await tabTo(page, page.getByRole('button', { name: 'Download HD' }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^Artistic_\d+_avatar_hd\.png$/);
});
