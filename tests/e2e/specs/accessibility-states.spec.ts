import type { Page } from '@playwright/test';

import { minutes } from '../../support/patience.ts';
import { confirmCode, signIn, signUp } from '../pages/account.ts';
import { findings } from '../support/axe.ts';
import { expect, test } from '../support/visit.ts';

const main = (page: Page) => page.getByRole('main');

async function write(page: Page): Promise<void> {
  await page.goto('/contact');
  await page.getByLabel('Subject').selectOption('other');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Message').fill('Hello');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

test.describe('section 4: axe finds nothing in what a screen becomes', () => {
  test('with an email account: its code, its settings, each of its dialogs, locked, forgotten', async ({
    page,
  }) => {
    test.setTimeout(minutes(4));
    const step = (name: string): Promise<void> =>
      test.step(name, async () => expect(await findings(page)).toEqual([]));
    const code = await signUp(page);
    await confirmCode(page, 'AAAA!');
    await expect(page.getByText('These aren’t its last five characters.')).toBeVisible();
    await step('the recovery code, mistyped');
    await confirmCode(page, code);
    await page.getByRole('tab', { name: 'Settings' }).click();
    for (const name of ['Change password', 'Delete account…']) {
      await main(page).getByRole('button', { name }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await step(name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await main(page).getByRole('button', { name: 'Lock now' }).click();
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(
      'Your library is locked',
    );
    await signIn(page, 'not this one', 'Unlock');
    await expect(main(page).getByText('The password is wrong.')).toBeVisible();
    await step('locked, with a wrong password');
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByLabel('Recovery code')).toBeVisible();
    await step('the password forgotten');
  });

  test('asking whether everything is to be erased', async ({ page }) => {
    await page.goto('/dashboard?tab=settings');
    await main(page).getByRole('button', { name: 'Erase everything' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Erase everything on this device?' }),
    ).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test('with a receipt that can’t be read', async ({ page }) => {
    await page.goto('/dashboard?tab=settings');
    await expect(main(page).getByText('Nothing was bought here yet.')).toBeVisible();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      main(page).getByText('Import a receipt').click(),
    ]);
    await chooser.setFiles({
      name: 'receipt.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{}'),
    });
    await expect(main(page).getByText(/^This file isn’t a Likeness receipt/)).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test('asking whether the picture may become public', async ({ page }) => {
    await page.goto('/nft-minting');
    await main(page).getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await main(page).getByRole('button', { name: 'Mint NFT' }).click();
    await expect(
      page.getByRole('dialog', { name: 'This makes the picture public, for good' }),
    ).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test('with a message that waits for the network', async ({ page, sandbox, problems }) => {
    problems.forgive(/503|Failed to load/);
    sandbox.mailbox.fault('down');
    try {
      await write(page);
      await expect(page.getByRole('heading', { name: 'Waiting for the network' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    } finally {
      sandbox.mailbox.heal();
    }
  });
});
