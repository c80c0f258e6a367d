import { describe, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';

import { createGate } from '../../renderer/core/gate.ts';
import type { Ports } from '../../renderer/ports/index.ts';
import type { FolderState, PictureFolder } from '../../renderer/ports/picture-folder.ts';
import {
  banner,
  button,
  expectCount,
  expectPath,
  expectSaved,
  expectVisible,
  fakeTime,
  findings,
  main,
  openApp,
  type Opened,
} from '../support/screens/index.ts';
import { avatars, paid } from '../support/screens/rows.ts';

const EMAIL = 'ada.lovelace@example.com';
const PASSWORD = 'violet anchor drizzle';
const OTHER = 'brass lantern meadow';

const email = (): Locator => page.getByRole('textbox', { name: 'Email' });
const password = (): Locator => page.getByLabelText('Password', { exact: true });
const title = (): Locator => page.getByRole('heading', { level: 1 });

/** Types the password twice and asks for the account. */
async function createAccount(secret: string): Promise<void> {
  await password().fill(secret);
  await page.getByLabelText('Confirm password').fill(secret);
  await button('Create Account').click();
}

async function shownCode(within: Locator): Promise<string> {
  const code = within.getByText(/^([0-9A-Z]{5}-?){5}$/);
  await expectVisible(code);
  return code.element().textContent;
}

/** Fills the sign-up form at the login. Returns the recovery code, which isn't confirmed yet. */
async function fillSignUp(): Promise<string> {
  await email().fill(EMAIL);
  await createAccount(PASSWORD);
  return shownCode(page.getByRole('group', { name: 'Recovery code' }));
}

async function confirmCode(code: string, within = main()): Promise<void> {
  await within.getByLabelText('Type its last five characters').fill(code.slice(-5).toLowerCase());
  await within.getByRole('button', { name: 'I’ve saved it' }).click();
}

/** Opens the app at the settings of an open account. */
async function withAccount(opened?: Opened) {
  const app = await openApp('/login?mode=signup', opened);
  const code = await fillSignUp();
  await confirmCode(code);
  await expectPath('/dashboard');
  await page.getByRole('tab', { name: 'Settings' }).click();
  return { ...app, code };
}

/** A device on which the guest has chosen a folder for pictures. */
const withFolder = (more: Partial<PictureFolder>): Opened => {
  const state = (profileId: string): Promise<FolderState> =>
    Promise.resolve(
      profileId === 'guest' ? { kind: 'ready', name: 'Portraits' } : { kind: 'none' },
    );
  const folder = { state, ...more } as PictureFolder;
  return { ports: () => ({ pictureFolder: () => Promise.resolve(folder) }) };
};

async function signIn(secret: string, name = 'Unlock'): Promise<void> {
  await password().fill(secret);
  await button(name).click();
}
const lock = (): Promise<void> => button('Lock now').click();

/** Locks the account, which then opens with its new password alone. */
async function expectNewPassword(): Promise<void> {
  await lock();
  await signIn(PASSWORD);
  await expectVisible(main().getByText('Wrong password.'));
  await signIn(OTHER);
  await expectVisible(main().getByRole('tab', { name: 'Settings' }));
}

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
    await expectSaved(device, ['Likeness recovery code.txt']);
    expect(await device.saved[0]?.content.text()).toContain(code);
    await confirmCode('AAAA!');
    await expectVisible(
      page.getByText('These aren’t its last five characters. Look at your copy again.'),
    );
    expect(await findings()).toEqual([]);
    await confirmCode(code);
    await expectPath('/dashboard');
    await expectVisible(banner().getByText(EMAIL));
    await expectVisible(banner().getByRole('button', { name: 'Connect Wallet' }));
  });

  test('that is open before its code is here shows the code all the same', async () => {
    await withAccount({
      ports: ({ accounts }) => ({
        accounts: {
          ...accounts,
          async create(values) {
            const made = await accounts.create(values);
            // Lets the screen render the open account first.
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
            return made;
          },
        },
      }),
    });
  });

  test('of which the code was never confirmed says so, and makes a new one for the password', async () => {
    const app = await openApp('/login?mode=signup');
    await fillSignUp();
    app.go('/dashboard?tab=settings');
    await expectVisible(page.getByText('You haven’t confirmed that you saved your recovery code'));
    await button('Get a new code').click();
    const dialog = page.getByRole('dialog', { name: 'New recovery code' });
    await dialog.getByLabelText('Password', { exact: true }).fill('not this one');
    await dialog.getByRole('button', { name: 'Make a new code' }).click();
    await expectVisible(dialog.getByText('Wrong password.'));
    expect(await findings()).toEqual([]);
    await dialog.getByLabelText('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Make a new code' }).click();
    await confirmCode(await shownCode(dialog), dialog);
    await expectCount(page.getByText('You haven’t confirmed that you saved your recovery code'), 0);
  });

  test('that is locked shows nobody’s library; a wrong password opens nothing, the right one does', async () => {
    await withAccount();
    await lock();
    await expect.element(title()).toHaveTextContent('Your library is locked');
    await expectVisible(
      main().getByText(`Everything in the account ${EMAIL} is encrypted on this device.`),
    );
    await expectVisible(banner().getByRole('link', { name: 'Unlock' }));
    await expectCount(main().getByRole('tab'), 0);
    await signIn('not this one');
    await expectVisible(main().getByText('Wrong password.'));
    expect(await findings()).toEqual([]);
    await signIn(PASSWORD);
    await expectVisible(main().getByRole('tab', { name: 'Settings' }));
  });

  test('that is locked or being restored takes Phantom’s answer once it is open', async () => {
    const taken: string[] = [];
    const app = await withAccount({
      ports: ({ accounts, wallets }) => ({
        wallets: {
          ...wallets,
          takeReturn(state) {
            taken.push(`${state} ${accounts.snapshot().status}`);
            return Promise.resolve({ kind: 'done', backTo: '/about' });
          },
        },
      }),
    });
    await lock();
    app.go('/wallet-return/locked');
    await signIn(PASSWORD);
    await expectPath('/about');
    await app.reopen('/wallet-return/restored');
    await expectPath('/about');
    expect(taken).toEqual(['locked open', 'restored open']);
  });

  test('that is locked before its screen is there takes the password all the same', async () => {
    let prepared: Partial<Ports> = {};
    const app = await withAccount({ ports: () => prepared });
    await lock();
    await expect.element(title()).toHaveTextContent('Your library is locked');
    // As in a page whose screen takes longer to load than the account.
    const ports = app.device.ports();
    await ports.accounts.start();
    expect(ports.accounts.snapshot().status).toBe('locked');
    prepared = ports;
    await app.reopen();
    await email().fill(EMAIL);
    await signIn('not this one');
    await expectVisible(main().getByText('Wrong password.'));
    await signIn(PASSWORD);
    await expectVisible(main().getByRole('tab', { name: 'Settings' }));
  });

  test('whose password is forgotten opens by its recovery code, with a new password', async () => {
    const { code } = await withAccount();
    await lock();
    await button('Forgot password?').click();
    await expect.element(email()).toHaveValue(EMAIL);
    const recovery = page.getByLabelText('Recovery code');
    await recovery.fill('not a code');
    await page.getByLabelText('New password', { exact: true }).fill(OTHER);
    await page.getByLabelText('Confirm password').fill(OTHER);
    await button('Set new password').click();
    await expectVisible(page.getByText('This isn’t a whole recovery code'));
    expect(await findings()).toEqual([]);
    await recovery.fill(code.toLowerCase().replaceAll('-', ' '));
    await button('Set new password').click();
    await expectVisible(banner().getByText(EMAIL));
    const dialog = page.getByRole('dialog', { name: 'Your recovery code has been used' });
    const next = await shownCode(dialog);
    expect(next).not.toBe(code);
    expect(await findings()).toEqual([]);
    await confirmCode(next, dialog);
    await expectCount(page.getByRole('dialog'), 0);
    await expectNewPassword();
  });

  test('has a password of 8 characters, and one that is easy to guess when that is pressed once more', async () => {
    await openApp('/login?mode=signup');
    await email().fill(EMAIL);
    await createAccount('1234567');
    const short = main().getByText('A new password needs at least 8 characters.');
    await expectVisible(short);
    await expectVisible(main().getByText('Easy to guess'));
    expect(await findings()).toEqual([]);
    await password().fill('12345678');
    await expectCount(short, 0);
    await createAccount('12345678');
    await expectVisible(main().getByText('This password is easy to guess.'));
    await expectCount(page.getByRole('group', { name: 'Recovery code' }), 0);
    // A change of the password is judged again.
    await createAccount('123456789');
    await expectCount(page.getByRole('group', { name: 'Recovery code' }), 0);
    await button('Create Account').click();
    await expectVisible(page.getByRole('group', { name: 'Recovery code' }));
  });

  test('saves a backup with a passphrase that the app made, and shows it to be copied', async () => {
    await withAccount();
    await button('Save a backup…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make one for me' }).click();
    const made = dialog
      .getByRole('group', { name: 'Your passphrase' })
      .getByText(/^([0-9a-z]{5}-?){4}$/);
    await expectVisible(made);
    await expect
      .element(dialog.getByLabelText('Confirm passphrase'))
      .toHaveValue(made.element().textContent);
    expect(await findings()).toEqual([]);
    // Typing replaces the generated passphrase, which then disappears.
    await dialog.getByLabelText('Passphrase', { exact: true }).fill('something else of mine');
    await expectCount(made, 0);
    await expectVisible(dialog.getByRole('button', { name: 'Make one for me' }));
  });

  test('changes its password with the one that it has, and opens with the new one alone', async () => {
    await withAccount();
    await button('Change password').click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await expectVisible(dialog);
    expect(await findings()).toEqual([]);
    await dialog.getByLabelText('Current password').fill('not this one');
    await dialog.getByLabelText('New password', { exact: true }).fill(OTHER);
    await dialog.getByLabelText('Confirm password').fill(OTHER);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expectVisible(dialog.getByText('Wrong password.'));
    await dialog.getByLabelText('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expectVisible(page.getByText('Password changed.'));
    await expectCount(page.getByRole('dialog'), 0);
    await expectNewPassword();
  });

  test('is deleted by its password and a tick, and is unknown from then on', async () => {
    const forget = vi.fn(() => Promise.resolve());
    const app = await withAccount(withFolder({ forget }));
    const profileId = `email:${app.ports.accounts.snapshot().id ?? ''}`;
    localStorage.setItem(`likeness.auto-backup.${profileId}`, '[]');
    await button('Delete account…').click();
    const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
    await dialog.getByLabelText('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expectVisible(dialog.getByText('Tick the box to continue.'));
    expect(await findings()).toEqual([]);
    await dialog.getByLabelText('Delete everything in this account').click();
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expectVisible(page.getByText('The account and everything in it were deleted.'));
    expect(forget).toHaveBeenCalledWith(profileId);
    expect(Object.keys(localStorage).filter((key) => key.includes(profileId))).toEqual([]);
    app.go('/login');
    await page.getByRole('radio', { name: 'Email' }).click();
    await email().fill(EMAIL);
    await signIn(PASSWORD, 'Sign In');
    await expectVisible(main().getByText(/^There’s no account with this email on this device\./));
  });

  test('that nobody touches locks by itself, but not while a backup is saved', async () => {
    fakeTime();
    const saving = createGate();
    saving.hold();
    const save = () => saving.turn().then(() => ({ avatars: 2, bytes: 9 }));
    await withAccount({ ports: ({ backups }) => ({ backups: { ...backups, save } }) });
    await vi.advanceTimersByTimeAsync(14 * 60_000);
    await expectVisible(banner().getByText(EMAIL));
    await button('Save a backup…').click();
    const dialog = page.getByRole('dialog', { name: 'Save a backup' });
    await dialog.getByRole('button', { name: 'Make one for me' }).click();
    await dialog.getByRole('button', { name: 'Save backup' }).click();
    await expectVisible(dialog.getByText('Encrypting your library…'));
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    saving.go();
    await expectVisible(dialog.getByText('The backup is saved'));
    await vi.advanceTimersByTimeAsync(16 * 60_000);
    await expect.element(title()).toHaveTextContent('Your library is locked');
  });

  test('makes wrong passwords wait longer and longer, when it is opened anew too', async () => {
    fakeTime();
    const app = await withAccount();
    await lock();
    for (const wrong of ['wrong one', 'wrong two', 'wrong three']) {
      await signIn(wrong);
      await expectVisible(main().getByText('Wrong password.'));
      await password().fill('');
    }
    const refused = Date.now();
    await app.reopen('/login');
    await email().fill(EMAIL);
    // Opening the app anew may take a busy machine longer than the wait.
    vi.setSystemTime(refused);
    await signIn(PASSWORD, 'Sign In');
    await expectVisible(main().getByText(/^Too many wrong tries\. Next try in [1-5] s\.$/));
    await expect.element(button('Sign In')).toHaveAttribute('aria-disabled', 'true');
    await vi.advanceTimersByTimeAsync(6_000);
    await expect.element(button('Sign In')).not.toHaveAttribute('aria-disabled');
    await button('Sign In').click();
    await expectPath('/dashboard');
  });

  test('made with a wallet connected keeps the wallet as its tool; another address can’t take its place', async () => {
    const app = await openApp('/dashboard?tab=settings');
    await banner().getByRole('button', { name: 'Connect Wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await expectVisible(banner().getByRole('button', { name: 'Disconnect' }));
    await main().getByRole('link', { name: 'Create email account' }).click();
    await expectPath('/login?mode=signup');
    await expectVisible(page.getByText('This account lives on this device', { exact: true }));
    await confirmCode(await fillSignUp());
    await expectPath('/dashboard');
    await expectVisible(banner().getByText(EMAIL));
    await expectVisible(banner().getByTitle(/^Wallet /));
    await expect.poll(() => localStorage.getItem('walletState')).toBeNull();

    await banner().getByRole('button', { name: 'Sign out' }).click();
    await expectVisible(banner().getByRole('button', { name: 'Connect Wallet' }));
    app.go('/login?mode=signup');
    await email().fill(EMAIL);
    await createAccount(OTHER);
    await expectVisible(
      main().getByText('There’s already an account with this email on this device.'),
    );
  });
});

describe('a guest who makes an account', () => {
  test('is asked whether the work comes along, and brings it', async () => {
    await openApp('/login?mode=signup', {
      rows: [...(await avatars(2)), ...paid('basic').rows],
      ...withFolder({}),
    });
    const code = await fillSignUp();
    // Nothing covers the code while it is shown.
    await expectCount(page.getByRole('dialog'), 0);
    await confirmCode(code);
    const dialog = page.getByRole('dialog', { name: 'Bring your work along?' });
    await expectVisible(
      dialog.getByText(
        new RegExp(
          `^You have 2 avatars and 1,000 credits here as a guest. All of it can move into the library of ${EMAIL}`,
        ),
      ),
    );
    await expectVisible(
      dialog.getByText(/^The folder for pictures and backups doesn’t come along/),
    );
    expect(await findings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Bring it along' }).click();
    await expectVisible(page.getByText('Your guest library came along.'));
    await expectVisible(page.getByRole('tab', { name: 'My Avatars (2)' }));
    await banner().getByRole('button', { name: 'Sign out' }).click();
    await expectVisible(page.getByRole('tab', { name: 'My Avatars (0)' })); // samples
    await expectVisible(page.getByText('Your avatars are encrypted in your account'));
  });

  test('may leave it, and finds it as a guest again', async () => {
    await openApp('/login?mode=signup', { rows: await avatars(1) });
    await confirmCode(await fillSignUp());
    const dialog = page.getByRole('dialog', { name: 'Bring your work along?' });
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await expectCount(page.getByRole('dialog'), 0);
    await banner().getByRole('button', { name: 'Sign out' }).click();
    await expectVisible(page.getByRole('tab', { name: 'My Avatars (1)' }));
  });
});
