import type { Page } from '@playwright/test';

import { hold } from '../support/hold.ts';
import { expect, test } from '../support/visit.ts';

test.describe('section 4: a message that can’t be delivered yet', () => {
  test.afterEach(({ sandbox }) => sandbox.mailbox.heal());

  async function write(page: Page, message: string): Promise<void> {
    await page.goto('/contact', { waitUntil: 'domcontentloaded' });
    await page.getByLabel('Subject').selectOption('other');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Send Message' }).click();
  }
  test('waits on this device while the mailbox is down, over a reload, and arrives once', async ({
    page,
    sandbox,
    problems,
  }) => {
    problems.forgive(/503|Failed to load/);
    sandbox.mailbox.fail();
    await write(page, 'It is down');
    await expect(page.getByRole('heading', { name: 'Waiting for the network' })).toBeFocused();
    // The reloaded page tries once automatically, when it has read what waits.
    const tried = page.waitForResponse((response) => response.status() === 503);
    await page.reload();
    await tried;
    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible();
    const again = page.getByRole('button', { name: 'Try now' });
    await expect(again).toBeEnabled();
    sandbox.mailbox.heal();
    await again.click();
    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeHidden();
    expect(
      sandbox.mailbox.messages().filter(({ message }) => message === 'It is down'),
    ).toHaveLength(1);
  });

  test('is handed to the mail program where the build names no endpoint, even if it is written before the app is there', async ({
    page,
    problems,
  }) => {
    // The page was prerendered with an endpoint configured, so React renders it again.
    problems.forgive(/mailto:|error #418/);
    await page.route('**/contact', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(/&#34;supportEndpoint&#34;:&#34;[^,}]*?&#34;,?/, ''),
      });
    });
    const release = await hold(page, '**/assets/*.js');
    await write(page, 'By mail');
    release();
    await expect(
      page.getByRole('heading', { name: 'Send your message from your email program' }),
    ).toBeFocused();
    await expect(
      page.getByText(
        'It is in your email program, ready to go. It reaches us when you press Send there.',
      ),
    ).toBeVisible();
    await expect(page.getByText('Answer to: ada@example.com')).toBeVisible();
  });
});
