import { minutes } from '../../support/patience.ts';
import { tabTo } from '../support/tab-to.ts';
import { expect, test } from '../support/visit.ts';

test('sections 2 and 6: the whole job with the keyboard alone, from Home to a saved avatar', async ({
  page,
}) => {
  test.setTimeout(minutes(3));
  await page.goto('/');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Start Creating' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/customize');

  await page.keyboard.press('Shift+Tab');
  await tabTo(page, page.getByRole('button', { name: 'Try with amara' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('slider', { name: 'Photo and avatar' })).toBeVisible();

  await tabTo(page, page.getByRole('radio', { name: 'Realistic' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Artistic' })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Regenerate Preview' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Proceed to Secure Payment' }).first());
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Choose Creator' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/payment?plan=creator&priceSOL=3.5');

  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }));
  await page.keyboard.press('Enter');
  const pay = page.getByRole('button', { name: 'Pay 3.5 SOL Now' });
  await expect(pay).toBeEnabled();
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    page.getByText('You declined in the wallet. You have not been charged.'),
  ).toBeVisible();

  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Continue to Confirmation' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payment-confirmation\?order=LK-/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'My Dashboard' })).toBeFocused();
  await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: /^View/ }).first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/avatar\/10\d$/);
  await tabTo(page, page.getByRole('button', { name: 'Download HD' }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^Artistic_\d+_avatar_hd\.png$/);
});
