import type { Page } from '@playwright/test';

import type { Sandbox } from '../../sandbox/start-sandbox.ts';
import { expect, test } from '../support/visit.ts';

const SUBJECTS = [
  'Technical Support',
  'Billing & Payments',
  'Feature Request',
  'Partnership Inquiry',
  'Other',
];

test.describe('section 5: contact', () => {
  test('all three fields are asked for, beside the field and announced', async ({ page }) => {
    await page.goto('/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    for (const [label, sentence] of [
      ['Subject', 'Choose a subject.'],
      ['Email', 'Enter the email address that we should answer to.'],
      ['Message', 'Write your message.'],
    ] as const) {
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
        new RegExp(sentence),
      );
    }
    await expect(page.getByLabel('Subject')).toBeFocused();
    await page.getByLabel('Email').fill('nobody@');
    await page.getByLabel('Email').blur();
    await expect(
      page.getByText('This isn’t a complete email address, like name@example.com.'),
    ).toBeVisible();
  });

  test('what was typed outlives a reload; sent, it says so, and another can be written', async ({
    page,
    sandbox,
  }) => {
    await page.goto('/contact');
    await expect(page.getByLabel('Subject').locator('option:not([value=""])')).toHaveText(SUBJECTS);
    await page.getByLabel('Subject').selectOption('billing');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill('Where is my receipt?');
    await page.reload();
    await expect(page.getByLabel('Message')).toHaveValue('Where is my receipt?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeFocused();
    expect(sandbox.mailbox.messages().at(-1)).toMatchObject({
      kind: 'contact',
      subject: 'billing',
      email: 'ada@example.com',
      message: 'Where is my receipt?',
      priority: false,
    });
    await page.getByRole('button', { name: 'Send Another Message' }).click();
    await expect(page.getByLabel('Message')).toHaveValue('');
    await expect(page.getByLabel('Subject')).toHaveValue('');
  });
});

test.describe('section 4: a message that can’t be delivered yet', () => {
  test.afterEach(({ sandbox }) => sandbox.mailbox.heal());

  async function write(page: Page, message: string): Promise<void> {
    await page.goto('/contact');
    await page.getByLabel('Subject').selectOption('other');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Send Message' }).click();
  }
  const count = (sandbox: Sandbox, message: string): number =>
    sandbox.mailbox.messages().filter((got) => got['message'] === message).length;

  for (const [what, fault] of [
    ['is down', 'down'],
    ['loses its answers', 'loses-answers'],
  ] as const) {
    test(`waits on this device while the mailbox ${what}, over a reload, and arrives once`, async ({
      page,
      sandbox,
      problems,
    }) => {
      problems.forgive(/503|ERR_EMPTY_RESPONSE|Failed to load/);
      sandbox.mailbox.fault(fault);
      await write(page, `It ${what}`);
      await expect(page.getByRole('heading', { name: 'Waiting for the network' })).toBeFocused();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible();
      sandbox.mailbox.heal();
      await page.getByRole('button', { name: 'Try now' }).click();
      await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeHidden();
      expect(count(sandbox, `It ${what}`)).toBe(1);
    });
  }

  test('goes back into the form when the mailbox refuses it', async ({
    page,
    sandbox,
    problems,
  }) => {
    problems.forgive(/422/);
    sandbox.mailbox.fault('refuses');
    await write(page, 'You won’t like this');
    await expect(page.getByRole('heading', { name: 'This message needs you' })).toBeFocused();
    await page.getByRole('button', { name: 'Take it back to edit' }).click();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('You won’t like this');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Not sent yet' })).toHaveCount(0);
    expect(count(sandbox, 'You won’t like this')).toBe(0);
  });

  test('is handed to the mail program where the build names no endpoint', async ({
    page,
    problems,
  }) => {
    problems.forgive(/mailto:/);
    await page.route('**/contact', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(/&#34;supportEndpoint&#34;:&#34;[^,}]*?&#34;,?/, ''),
      });
    });
    await write(page, 'By mail');
    await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeFocused();
    await expect(
      page.getByText(
        'It is in your mail program, ready to go. It reaches us when you press Send there.',
      ),
    ).toBeVisible();
    await expect(page.getByText('Answer to: ada@example.com')).toBeVisible();
  });
});

test.describe('section 5: feedback', () => {
  test('needs a sentiment only; an address can be left once it is not anonymous', async ({
    page,
    sandbox,
  }) => {
    await page.goto('/feedback');
    const submit = page.getByRole('button', { name: 'Submit Feedback' });
    await expect(submit).toBeDisabled();
    await expect(page.getByLabel('Stay anonymous')).toBeChecked();
    await expect(page.getByLabel('Email (optional)')).toHaveCount(0);
    await page.getByLabel('Stay anonymous').uncheck();
    await page.getByLabel('Email (optional)').fill('nobody');
    await page.getByRole('radio', { name: /Negative/ }).check();
    await submit.click();
    await expect(
      page.getByText('This isn’t a complete email address, like name@example.com.'),
    ).toBeVisible();
    await page.getByLabel('Stay anonymous').check();
    await expect(page.getByLabel('Email (optional)')).toHaveCount(0);
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Thank you for your feedback' })).toBeFocused();
    expect(sandbox.mailbox.messages().at(-1)).toMatchObject({
      kind: 'feedback',
      sentiment: 'negative',
      anonymous: true,
    });
    expect(JSON.stringify(sandbox.mailbox.messages().at(-1))).not.toContain('nobody');
    await page.getByRole('button', { name: 'Submit More Feedback' }).click();
    await expect(submit).toBeDisabled();
    await expect(page.getByLabel('Stay anonymous')).toBeChecked();
  });
});

test.describe('section 5: email login', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('radio', { name: 'Email' }).check();
  });

  test('email and password are asked for, the password of 6 characters', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Email' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Enter your email address.')).toBeVisible();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('12345');
    await password.blur();
    await expect(
      page.getByText('Password must be at least 6 characters', { exact: true }),
    ).toBeVisible();
    await password.fill('123456');
    await expect(page.getByText('Password must be at least 6 characters')).toHaveCount(0);
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(page.getByLabel('Remember me')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeVisible();
  });

  test('sign-up compares both passwords and names terms and privacy', async ({ page }) => {
    await page.getByRole('radio', { name: 'Sign Up' }).check();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
    await page.getByLabel('Password', { exact: true }).fill('123456');
    await page.getByLabel('Confirm Password').fill('654321');
    await page.getByLabel('Confirm Password').blur();
    await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('654321');
    await expect(page.getByText('Passwords do not match')).toHaveCount(0);
    const main = page.getByRole('main');
    await expect(main.locator('a[href="/terms"]')).toBeVisible();
    await expect(main.locator('a[href="/privacy"]')).toBeVisible();
    await expect(
      main.getByRole('link', { name: 'Browse Templates (No Account Needed)' }),
    ).toHaveAttribute('href', '/customize');
    await expect(main.locator('a[href="/pricing"]')).toBeVisible();
  });
});
