import type { Locator, Page } from '@playwright/test';

import { confirmCode, EMAIL, PASSWORD, signIn, signUp } from '../pages/account.ts';
import { stored } from '../support/stored.ts';
import { expect, test } from '../support/visit.ts';

const main = (page: Page): Locator => page.getByRole('main');
const header = (page: Page): Locator => page.getByRole('banner');

test('an order of an account that is signed out: its confirmation says so, opens the account in place, and shows it @long', async ({
  page,
}) => {
  await confirmCode(page, await signUp(page, { remember: true }));
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/payment?plan=basic');
  await main(page).getByRole('button', { name: "I've Sent the Payment Manually" }).click();
  await main(page).getByRole('link', { name: 'Continue to Confirmation' }).click();
  await expect(page).toHaveURL(/\/payment-confirmation\?order=LK-/);
  const status = main(page).getByRole('region', { name: 'Order summary' }).getByRole('status');
  await expect(status).toHaveText('Looking for your transfer');

  await header(page).getByRole('button', { name: 'Sign out' }).click();
  const unknown = main(page).getByText('We can’t find this order on this device.');
  await expect(unknown).toBeVisible();
  await page.reload();
  await expect(unknown).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'See the plans' })).toHaveCount(0);
  await main(page).getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await main(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main(page)
    .getByRole('form', { name: 'Sign In' })
    .getByRole('button', { name: 'Sign In' })
    .click();
  await expect(status).toHaveText('Looking for your transfer');
  await expect(page).toHaveURL(/\/payment-confirmation\?order=LK-/);
});

test('a remembered account opens automatically, also in a second tab, and locks in both until its password is given', async ({
  page,
  context,
}) => {
  await confirmCode(page, await signUp(page, { remember: true }));
  await expect(page).toHaveURL('/dashboard');
  await page.reload();
  await expect(header(page).getByText(EMAIL)).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await main(page).getByLabel('Remember me on this device').click();
  await expect(main(page).getByLabel('Lock automatically')).toBeEnabled();
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(header(second).getByText(EMAIL)).toBeVisible();
  await page.getByRole('button', { name: 'Lock now' }).click();
  await expect(main(second).getByRole('heading', { level: 1 })).toHaveText(
    'Your library is locked',
  );
  await second.close();
  await page.reload();
  const form = main(page).getByRole('form', { name: 'Unlock' });
  await form.getByRole('textbox', { name: 'Email' }).fill(EMAIL);
  await signIn(page, 'not this one', 'Unlock');
  await expect(main(page).getByText('Wrong password.')).toBeVisible();
  await signIn(page, PASSWORD, 'Unlock');
  await expect(main(page).getByRole('tab', { name: 'Settings' })).toBeVisible();
  await page.reload(); // It isn't remembered, so it locks with its page.
  await expect(header(page).getByRole('link', { name: 'Unlock' })).toBeVisible();
  await expect(main(page).getByRole('tab')).toHaveCount(0);
});

test('a locked account’s storage reveals nothing; the same search finds what a guest stores', async ({
  page,
}) => {
  await confirmCode(page, await signUp(page));
  await expect(page).toHaveURL('/dashboard');
  const follow = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Email (optional)')).toHaveValue(EMAIL);
  await page.getByLabel('Email (optional)').fill('marker.of.the.account@example.com');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await follow('Pricing');
  await main(page).locator('a[href^="/payment?plan=basic"]').click();
  // The order is stored before anything can be paid.
  await expect(main(page).getByRole('group', { name: 'Exact amount' })).toContainText('1.2');
  await follow('Pricing'); // On the payment page, the guest would get an order too.
  await header(page).getByRole('button', { name: 'Sign out' }).click();
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();

  const locked = await stored(page);
  for (const secret of [
    EMAIL,
    'ada.lovelace',
    'marker.of.the.account',
    PASSWORD,
    '"basic"',
    'manualamount',
  ])
    expect(locked, secret).not.toContain(secret.toLowerCase());
  expect(locked).not.toMatch(/lk-[0-9a-z]{20}/);

  await page.goto('/dashboard?tab=settings');
  await page.getByLabel('Email (optional)').fill('marker.of.the.guest@example.com');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  expect(await stored(page)).toContain('marker.of.the.guest');
});
