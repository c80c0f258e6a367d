import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';

import {
  banner,
  button,
  expectCount,
  expectPath,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { avatars, paid } from '../support/screens/rows.ts';

const EMAIL = 'ada.lovelace@example.com';
const PASSWORD = 'violet anchor drizzle';
const OTHER = 'brass lantern meadow';

const email = (): Locator => page.getByRole('textbox', { name: 'Email' });
const password = (): Locator => page.getByLabelText('Password', { exact: true });
const title = (): Locator => page.getByRole('heading', { level: 1 });

/** Fills the form of a new account, at the login, and gives its recovery code, not yet confirmed. */
async function fillSignUp(): Promise<string> {
  await email().fill(EMAIL);
  await password().fill(PASSWORD);
  await page.getByLabelText('Confirm Password').fill(PASSWORD);
  await button('Create Account').click();
  const code = page.getByRole('group', { name: 'Recovery code' }).getByText(/^([0-9A-Z]{5}-?){5}$/);
  await expect.element(code).toBeVisible();
  return code.element().textContent;
}

async function confirmCode(code: string): Promise<void> {
  await page.getByLabelText('Type its last five characters').fill(code.slice(-5).toLowerCase());
  await button('I Have Kept It').click();
}

/** The app with an account that is open, at its settings. */
async function withAccount() {
  const app = await openApp('/login?mode=signup');
  const code = await fillSignUp();
  await confirmCode(code);
  await expectPath('/dashboard');
  await page.getByRole('tab', { name: 'Settings' }).click();
  return { ...app, code };
}

async function signIn(secret: string, name = 'Unlock'): Promise<void> {
  await password().fill(secret);
  await button(name).click();
}
const lock = (): Promise<void> => button('Lock now').click();

afterEach(() => vi.useRealTimers());

describe('an email account', () => {
  test('shows its code once and asks for it, then opens an empty dashboard', async () => {
    const { device } = await openApp('/login');
    await page.getByRole('radio', { name: 'Sign Up' }).click();
    await page.getByRole('radio', { name: 'Email' }).click();
    const code = await fillSignUp();
    await expect
      .element(page.getByRole('heading', { name: 'Keep your recovery code' }))
      .toHaveFocus();
    await button('Save as a file').click();
    await expect
      .poll(() => device.saved.map(({ name }) => name))
      .toEqual(['Likeness recovery code.txt']);
    expect(await device.saved[0]?.content.text()).toContain(code);
    await confirmCode('AAAA!');
    await expect
      .element(page.getByText('These aren’t its last five characters. Look at your copy again.'))
      .toBeVisible();
    expect(await findings()).toEqual([]);
    await confirmCode(code);
    await expectPath('/dashboard');
    await expect.element(banner().getByText(EMAIL)).toBeVisible();
    await expect.element(banner().getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  });

  test('of which the code was never confirmed says so, and makes a new one for the password', async () => {
    const app = await openApp('/login?mode=signup');
    await fillSignUp();
    app.go('/dashboard?tab=settings');
    await expect
      .element(page.getByText('You haven’t shown that you kept the recovery code'))
      .toBeVisible();
    await button('Get a new code').click();
    const dialog = page.getByRole('dialog', { name: 'New recovery code' });
    await dialog.getByLabelText('Password', { exact: true }).fill('not this one');
    await dialog.getByRole('button', { name: 'Make a New Code' }).click();
    await expect.element(dialog.getByText('The password is wrong.')).toBeVisible();
    expect(await findings()).toEqual([]);
    await dialog.getByLabelText('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Make a New Code' }).click();
    const code = dialog.getByText(/^([0-9A-Z]{5}-?){5}$/);
    await expect.element(code).toBeVisible();
    await dialog
      .getByLabelText('Type its last five characters')
      .fill(code.element().textContent.slice(-5));
    await dialog.getByRole('button', { name: 'I Have Kept It' }).click();
    await expectCount(page.getByText('You haven’t shown that you kept the recovery code'), 0);
  });

  test('that is locked shows nobody’s library; a wrong password opens nothing, the right one does', async () => {
    await withAccount();
    await lock();
    await expect.element(title()).toHaveTextContent('Your library is locked');
    await expect
      .element(main().getByText(`Everything of ${EMAIL} is sealed on this device.`))
      .toBeVisible();
    await expect.element(banner().getByRole('link', { name: 'Unlock' })).toBeVisible();
    await expectCount(main().getByRole('tab'), 0);
    await signIn('not this one');
    await expect.element(main().getByText('The password is wrong.')).toBeVisible();
    expect(await findings()).toEqual([]);
    await signIn(PASSWORD);
    await expect.element(main().getByRole('tab', { name: 'Settings' })).toBeVisible();
  });

  test('whose password is forgotten opens by its recovery code, with a new password', async () => {
    const { code } = await withAccount();
    await lock();
    await button('Forgot password?').click();
    await expect.element(email()).toHaveValue(EMAIL);
    const recovery = page.getByLabelText('Recovery code');
    await recovery.fill('not a code');
    await page.getByLabelText('New password', { exact: true }).fill(OTHER);
    await page.getByLabelText('Confirm Password').fill(OTHER);
    await button('Set New Password').click();
    await expect.element(page.getByText('This isn’t a whole recovery code')).toBeVisible();
    expect(await findings()).toEqual([]);
    await recovery.fill(code.toLowerCase().replaceAll('-', ' '));
    await button('Set New Password').click();
    await expect.element(banner().getByText(EMAIL)).toBeVisible();
    await lock();
    await signIn(PASSWORD);
    await expect.element(main().getByText('The password is wrong.')).toBeVisible();
    await signIn(OTHER);
    await expect.element(main().getByRole('tab', { name: 'Settings' })).toBeVisible();
  });

  test('changes its password with the one that it has, and opens with the new one alone', async () => {
    await withAccount();
    await button('Change password').click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await expect.element(dialog).toBeVisible();
    expect(await findings()).toEqual([]);
    await dialog.getByLabelText('Current password').fill('not this one');
    await dialog.getByLabelText('New password', { exact: true }).fill(OTHER);
    await dialog.getByLabelText('Confirm Password').fill(OTHER);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expect.element(dialog.getByText('The password is wrong.')).toBeVisible();
    await dialog.getByLabelText('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expect.element(page.getByText('Password changed.')).toBeVisible();
    await expectCount(page.getByRole('dialog'), 0);
    await lock();
    await signIn(PASSWORD);
    await expect.element(main().getByText('The password is wrong.')).toBeVisible();
    await signIn(OTHER);
    await expect.element(main().getByRole('tab', { name: 'Settings' })).toBeVisible();
  });

  test('is deleted by its password and a tick, and is unknown from then on', async () => {
    const app = await withAccount();
    await button('Delete account…').click();
    const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
    await dialog.getByLabelText('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await expect.element(dialog.getByText('Tick the box to go on.')).toBeVisible();
    expect(await findings()).toEqual([]);
    await dialog.getByLabelText('Delete everything in this account').click();
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await expect
      .element(page.getByText('The account and all that it held are gone.'))
      .toBeVisible();
    app.go('/login');
    await page.getByRole('radio', { name: 'Email' }).click();
    await email().fill(EMAIL);
    await signIn(PASSWORD, 'Sign In');
    await expect
      .element(main().getByText(/^No account for this email address lives on this device\./))
      .toBeVisible();
  });

  test('that nobody touches locks by itself', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    await withAccount();
    await vi.advanceTimersByTimeAsync(14 * 60_000);
    await expect.element(banner().getByText(EMAIL)).toBeVisible();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    await expect.element(title()).toHaveTextContent('Your library is locked');
  });

  test('makes wrong passwords wait longer and longer, when it is opened anew too', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    const app = await withAccount();
    await lock();
    for (const wrong of ['wrong one', 'wrong two', 'wrong three']) {
      await signIn(wrong);
      await expect.element(main().getByText('The password is wrong.')).toBeVisible();
      await password().fill('');
    }
    await app.reopen('/login');
    await email().fill(EMAIL);
    await signIn(PASSWORD, 'Sign In');
    await expect
      .element(main().getByText(/^Too many wrong tries\. Next try in [1-5] s\.$/))
      .toBeVisible();
    await expect.element(button('Sign In')).toBeDisabled();
    await vi.advanceTimersByTimeAsync(6_000);
    await expect.element(button('Sign In')).toBeEnabled();
    await button('Sign In').click();
    await expectPath('/dashboard');
  });

  test('made with a wallet connected keeps the wallet as its tool; another address can’t take its place', async () => {
    const app = await openApp('/dashboard?tab=settings');
    await banner().getByRole('button', { name: 'Connect Wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await main().getByRole('link', { name: 'Create email account' }).click();
    await expectPath('/login?mode=signup');
    await expect
      .element(page.getByText('This account lives on this device', { exact: true }))
      .toBeVisible();
    await confirmCode(await fillSignUp());
    await expectPath('/dashboard');
    await expect.element(banner().getByText(EMAIL)).toBeVisible();
    await expect.element(banner().getByTitle(/^Wallet /)).toBeVisible();
    expect(localStorage.getItem('walletState')).toBeNull();

    await banner().getByRole('button', { name: 'Sign out' }).click();
    await expect.element(banner().getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    app.go('/login?mode=signup');
    await email().fill(EMAIL);
    await password().fill('another one');
    await page.getByLabelText('Confirm Password').fill('another one');
    await button('Create Account').click();
    await expect
      .element(main().getByText('An account for this email address already lives on this device.'))
      .toBeVisible();
  });
});

describe('a guest who makes an account', () => {
  test('is asked whether the work comes along, and brings it', async () => {
    await openApp('/login?mode=signup', { rows: [...(await avatars(2)), ...paid('basic').rows] });
    const code = await fillSignUp();
    // Nothing stands before the code while it is shown.
    await expectCount(page.getByRole('dialog'), 0);
    await confirmCode(code);
    const dialog = page.getByRole('dialog', { name: 'Bring your work along?' });
    await expect
      .element(
        dialog.getByText(
          new RegExp(
            `^You made 2 avatars and 1,000 credits here as a guest. It can move into the library of ${EMAIL}`,
          ),
        ),
      )
      .toBeVisible();
    expect(await findings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Bring It Along' }).click();
    await expect.element(page.getByText('Your guest library came along.')).toBeVisible();
    await expect.element(page.getByRole('tab', { name: 'My Avatars (2)' })).toBeVisible();
    await banner().getByRole('button', { name: 'Sign out' }).click();
    await expect.element(page.getByRole('tab', { name: 'My Avatars (6)' })).toBeVisible(); // the samples
  });

  test('may leave it, and finds it as a guest again', async () => {
    await openApp('/login?mode=signup', { rows: await avatars(1) });
    await confirmCode(await fillSignUp());
    const dialog = page.getByRole('dialog', { name: 'Bring your work along?' });
    await dialog.getByRole('button', { name: 'Leave It' }).click();
    await expectCount(page.getByRole('dialog'), 0);
    await banner().getByRole('button', { name: 'Sign out' }).click();
    await expect.element(page.getByRole('tab', { name: 'My Avatars (1)' })).toBeVisible();
  });
});
