import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { NO_CHAIN } from '../../renderer/core/messages/message.ts';
import { DEFAULT_SETTINGS } from '../../renderer/core/validation.ts';
import {
  expectCount,
  expectLink,
  expectLinkTo,
  expectTexts,
  expectVisible,
  findings,
  main,
  openApp,
  type App,
} from '../support/screens/index.ts';

const INCOMPLETE = 'This isn’t a complete email address, like name@example.com.';

/** Fills the contact form and sends it. */
async function send(message: string): Promise<void> {
  await page.getByLabelText('Subject').selectOptions('other');
  await page.getByLabelText('Email').fill('ada@example.com');
  await page.getByLabelText('Message', { exact: true }).fill(message);
  await page.getByRole('button', { name: 'Send Message' }).click();
}

/** Waits until this heading has the focus. */
const expectHeading = (name: string): Promise<unknown> =>
  expect.element(page.getByRole('heading', { name })).toHaveFocus();

describe('contact', () => {
  test('all three fields are asked for, beside the field and announced', async () => {
    await openApp('/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    for (const [label, sentence] of [
      ['Subject', 'Choose a subject.'],
      ['Email', 'Enter the email address that we should reply to.'],
      ['Message', 'Write your message.'],
    ] as const) {
      await expectVisible(page.getByRole('alert').filter({ hasText: sentence }));
      await expect
        .element(page.getByLabelText(label, { exact: true }))
        .toHaveAccessibleDescription(new RegExp(sentence));
    }
    await expect.element(page.getByLabelText('Subject')).toHaveFocus();
    expect(await findings()).toEqual([]);
    await page.getByLabelText('Email').fill('nobody@');
    await userEvent.tab();
    await expectVisible(page.getByText(INCOMPLETE));
  });

  test('the address of the settings is there, also once something was typed', async () => {
    const scope = { id: 'guest', profileId: 'guest', genesis: 'any' };
    const put = { ...DEFAULT_SETTINGS, ...scope, email: 'ada@example.com' };
    const app = await openApp('/contact', { rows: [{ table: 'settings', put }] });
    const email = page.getByLabelText('Email');
    await expect.element(email).toHaveValue('ada@example.com');
    await page.getByLabelText('Message', { exact: true }).fill('Hello');
    await app.ports.store.write([{ table: 'settings', put: { ...put, email: 'b@example.com' } }]);
    await expect.element(email).toHaveValue('b@example.com');
    await email.fill('c@example.com');
    await app.reopen();
    await expect.element(email).toHaveValue('c@example.com');
    await expect.element(page.getByLabelText('Message', { exact: true })).toHaveValue('Hello');
  });

  test('sent, it says so in the focus, and another can be written', async () => {
    const { device } = await openApp('/contact');
    await expectTexts(page.getByLabelText('Subject').getByRole('option'), [
      /./,
      'Technical Support',
      'Billing & Payments',
      'Feature Request',
      'Partnership Inquiry',
      'Other',
    ]);
    await page.getByLabelText('Subject').selectOptions('billing');
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByLabelText('Message', { exact: true }).fill('Where is my receipt?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expectHeading('Message Sent!');
    expect(await findings()).toEqual([]);
    expect(device.outside.messages).toMatchObject([
      {
        kind: 'contact',
        subject: 'billing',
        email: 'ada@example.com',
        message: 'Where is my receipt?',
        priority: false,
      },
    ]);
    await page.getByRole('button', { name: 'Send Another Message' }).click();
    await expect.element(page.getByLabelText('Message', { exact: true })).toHaveValue('');
    await expect.element(page.getByLabelText('Subject')).toHaveValue('');
  });

  test('without a network it waits on this device, and goes out once by itself when the network is back', async () => {
    const { device } = await openApp('/contact');
    device.outside.offline = true;
    await send('Hello from the train');
    await expectHeading('Waiting for the network');
    expect(await findings()).toEqual([]);
    device.outside.offline = false;
    dispatchEvent(new Event('online'));
    await expect.poll(() => device.outside.messages.length).toBe(1);
    expect(device.outside.messages).toMatchObject([{ message: 'Hello from the train' }]);
  });

  test('one that was deleted in another tab isn’t said to have arrived', async () => {
    const { device, ports } = await openApp('/contact');
    device.outside.offline = true;
    await send('Never mind');
    await expectHeading('Waiting for the network');
    const [{ id } = { id: '' }] = await ports.store.listAll('messages', NO_CHAIN);
    localStorage.setItem('likeness.messages.withdrawn', JSON.stringify([id]));
    await ports.store.write([{ table: 'messages', remove: id }]);
    await expectVisible(page.getByRole('button', { name: 'Send Message' }));
  });

  for (const fault of ['down', 'loses-answers'] as const) {
    test(`a mailbox that is '${fault}' gets the message once, when the app is opened again`, async () => {
      const app = await openApp('/contact');
      app.device.outside.mailbox = fault;
      await send(`It ${fault}`);
      await expectHeading('Waiting for the network');
      await app.reopen();
      await expectVisible(page.getByRole('heading', { name: 'Not sent yet' }));
      const tryNow = page.getByRole('button', { name: 'Try now' });
      await expectVisible(tryNow);
      // At once, as the outbox also tries again by itself.
      app.device.outside.mailbox = 'works';
      (tryNow.element() as HTMLElement).click();
      await expect
        .element(page.getByRole('heading', { name: 'Not sent yet' }))
        .not.toBeInTheDocument();
      expect(app.device.outside.messages).toMatchObject([{ message: `It ${fault}` }]);
    });
  }

  test('a waiting message that goes by email stays until it is deleted', async () => {
    const app = await openApp('/contact');
    app.device.outside.mailbox = 'down';
    await send('说'.repeat(300));
    await expectHeading('Waiting for the network');
    await app.reopen();
    await page.getByRole('button', { name: 'Send it by email instead' }).click();
    await expectVisible(page.getByText(/^Your email program has only the beginning/));
    await expectVisible(page.getByText('说'.repeat(300)).last());
    expect(await findings()).toEqual([]);
    await app.reopen();
    // What is deleted was shown before.
    await page.getByRole('group').getByText('Other').click();
    await expectVisible(page.getByText('说'.repeat(300)));
    expect(await findings()).toEqual([]);
    await page.getByRole('button', { name: 'Delete it' }).click();
    await expectCount(page.getByRole('heading', { name: 'Not sent yet' }), 0);
    expect(app.device.outside.messages).toEqual([]);
  });

  test('a message that is refused goes back into the form', async () => {
    const app = await openApp('/contact');
    app.device.outside.mailbox = 'refuses';
    await send('You won’t like this');
    await expectHeading('This message wasn’t sent');
    expect(await findings()).toEqual([]);
    await page.getByRole('button', { name: 'Take it back to edit' }).click();
    await expect
      .element(page.getByLabelText('Message', { exact: true }))
      .toHaveValue('You won’t like this');
    await app.reopen();
    await expectCount(page.getByRole('heading', { name: 'Not sent yet' }), 0);
    expect(app.device.outside.messages).toEqual([]);
  });

  test('without an endpoint it is handed to the mail program', async () => {
    const { device } = await openApp('/contact', { without: ['supportEndpoint'] });
    await send('By mail');
    await expectHeading('Send your message from your email program');
    await expectVisible(
      page.getByText(
        'It is in your email program, ready to go. It reaches us when you press Send there.',
      ),
    );
    await expectVisible(page.getByText('Answer to: ada@example.com'));
    expect(device.links).toEqual([
      expect.stringMatching(/^mailto:support@likeness\.example\?.*By%20mail/),
    ]);
  });

  test('without an endpoint or a mailbox it says that nothing can be sent from here', async () => {
    await openApp('/contact', { without: ['supportEndpoint', 'supportEmail'] });
    await expectVisible(main().getByText('Sending isn’t set up here yet'));
    expect(await findings()).toEqual([]);
  });
});

test('feedback needs a sentiment only; an address can be left once it is not anonymous', async () => {
  const { device } = await openApp('/feedback');
  const submit = page.getByRole('button', { name: 'Submit Feedback' });
  const anonymous = page.getByLabelText('Stay anonymous');
  const email = page.getByLabelText('Email (optional)');
  await expect.element(submit).toBeDisabled();
  await expect.element(anonymous).toBeChecked();
  await expectCount(email, 0);
  await anonymous.click();
  await email.fill('nobody');
  await page.getByRole('radio', { name: /Negative/ }).click();
  expect(await findings(['dark'])).toEqual([]);
  await submit.click();
  await expectVisible(page.getByText(INCOMPLETE));
  await anonymous.click();
  await expectCount(email, 0);
  await submit.click();
  await expectHeading('Thank you for your feedback');
  expect(await findings(['light'])).toEqual([]);
  expect(device.outside.messages).toMatchObject([
    { kind: 'feedback', sentiment: 'negative', anonymous: true },
  ]);
  expect(JSON.stringify(device.outside.messages)).not.toContain('nobody');
  await page.getByRole('button', { name: 'Submit More Feedback' }).click();
  await expect.element(submit).toBeDisabled();
  await expect.element(anonymous).toBeChecked();
});

describe('email login', () => {
  let app: App;
  beforeEach(async () => {
    app = await openApp('/login');
    await page.getByRole('radio', { name: 'Email' }).click();
  });
  const password = () => page.getByLabelText('Password', { exact: true });

  test('email and password are asked for, the password of 6 characters', async () => {
    (page.getByRole('textbox', { name: 'Email' }).element() as HTMLElement).focus();
    await userEvent.tab();
    await expectVisible(page.getByText('Enter your email address.'));
    await password().fill('12345');
    await userEvent.tab();
    const short = page.getByText('Password must be at least 6 characters', { exact: true });
    await expectVisible(short);
    await password().fill('123456');
    await expectCount(short, 0);
    await expect.element(password()).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(password()).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect.element(password()).toHaveAttribute('type', 'password');
    await expectVisible(page.getByLabelText('Remember me'));
    await expectVisible(page.getByRole('button', { name: 'Forgot password?' }));
  });

  test('sign-up compares both passwords and names terms and privacy', async () => {
    await page.getByRole('radio', { name: 'Sign Up' }).click();
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Create Account');
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
    await password().fill('123456');
    await page.getByLabelText('Confirm password').fill('654321');
    await userEvent.tab();
    const differ = page.getByText('Passwords do not match', { exact: true });
    await expectVisible(differ);
    expect(await findings()).toEqual([]);
    await password().fill('654321');
    await expectCount(differ, 0);
    for (const path of ['/terms', '/privacy', '/pricing']) await expectLinkTo(path);
    await expectLink('Browse Templates (No Account Needed)', '/customize');
  });

  test('for an address without an account here, the form says so', async () => {
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
    await password().fill('violet anchor');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect
      .element(main().getByRole('alert'))
      .toHaveTextContent('There’s no account with this email on this device.');
    await expect.element(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    expect(app.ports.accounts.snapshot().status).toBe('none');
  });
});
