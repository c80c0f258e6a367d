import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

import { pick } from '../../renderer/engine/styles/shared/random.ts';
import { CODE, confirmCode } from '../e2e/pages/account.ts';
import { STATE, type Action, type User } from './user.ts';

const EMAILS = ['ada@example.com', 'grace@example.com'] as const;
const PASSWORD = 'violet anchor drizzle';

const header = (page: Page): Locator => page.getByRole('banner');
const main = (page: Page): Locator => page.getByRole('main');
const isThere = (locator: Locator): Promise<boolean> => locator.first().isVisible();
export const isLocked = (page: Page): Promise<boolean> =>
  isThere(header(page).getByRole('link', { name: 'Unlock' }));
const isOpen = (page: Page): Promise<boolean> =>
  isThere(header(page).getByRole('button', { name: 'Sign out' }));

/**
 * Goes to another route in the same page, as a link does: a locked account stays locked, an open
 * one stays open.
 */
async function walkTo({ page }: User, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Closes an open dialog, which would cover everything that follows. */
async function leaveDialogs({ page }: User): Promise<void> {
  for (let n = 0; n < 3 && (await isThere(page.getByRole('dialog'))); n += 1)
    await page.keyboard.press('Escape');
}

/** Whether the account opened; waits for the form's answer. */
async function opens({ page }: User): Promise<boolean> {
  const open = header(page).getByRole('button', { name: 'Sign out' });
  const refused = main(page).getByRole('alert');
  await open.or(refused).first().waitFor(STATE);
  return isThere(open);
}

/** Opens the settings of an open library, and unlocks its account first if necessary. */
async function toSettings(user: User): Promise<void> {
  await leaveDialogs(user);
  if ((await isLocked(user.page)) && !(await unlock(user)))
    throw new Error('the library stays locked');
  await walkTo(user, '/dashboard?tab=settings');
}

async function fillPassword({ page }: User, label: string): Promise<void> {
  await main(page).getByLabel(label, { exact: true }).fill(PASSWORD, STATE);
}

async function unlock(user: User): Promise<boolean> {
  const { page } = user;
  await walkTo(user, '/dashboard');
  const email = main(page).getByRole('textbox', { name: 'Email' });
  await main(page).getByLabel('Password', { exact: true }).waitFor(STATE);
  if (await isThere(email)) await email.fill(user.account ?? EMAILS[0], STATE);
  await fillPassword(user, 'Password');
  await main(page).getByRole('button', { name: 'Unlock', exact: true }).click(STATE);
  return opens(user);
}

export async function signOut(user: User): Promise<void> {
  const { page } = user;
  if (await isLocked(page)) await walkTo(user, '/dashboard');
  await page
    .getByRole('button', { name: /^Sign out|^Continue as guest/ })
    .first()
    .click(STATE);
}

/** Confirms the recovery code, as somebody who has written it down. */
async function keepCode(page: Page): Promise<void> {
  const code = main(page).getByRole('group', { name: 'Recovery code' });
  await confirmCode(page, await code.getByText(CODE).innerText(STATE));
}

/** Signs in, or signs up the first time. */
async function enter(user: User, email: string): Promise<boolean> {
  const { page } = user;
  if (await isOpen(page)) await signOut(user);
  // In this mode, the screen is also available with a connected wallet.
  await walkTo(user, '/login?mode=signup');
  const isNew = !user.accounts.has(email);
  const sign = main(page).getByRole('radio', { name: isNew ? 'Sign Up' : 'Sign In' });
  await sign.waitFor(STATE);
  await sign.check(STATE);
  await main(page).getByRole('radio', { name: 'Email' }).check(STATE);
  await main(page).getByRole('textbox', { name: 'Email' }).fill(email, STATE);
  await fillPassword(user, 'Password');
  if (isNew) await fillPassword(user, 'Confirm password');
  if (user.random() < 0.7) await main(page).getByLabel('Remember me').check(STATE);
  const button = main(page).getByRole('button', { name: isNew ? 'Create Account' : 'Sign In' });
  await button.last().click(STATE);
  if (!(await opens(user))) return false;
  if (isNew) await keepCode(page);
  user.accounts.add(email);
  user.account = email;
  user.counts.switches += 1;
  return true;
}

/** Locks the open account, opens the locked one, or signs in to one of two accounts. */
export const changeAccount: Action = async (user) => {
  const { page, random } = user;
  await leaveDialogs(user);
  if (await isLocked(page)) {
    if (!(await unlock(user))) return 'could not unlock';
    user.counts.unlocks += 1;
    return 'unlocks';
  }
  if ((await isOpen(page)) && random() < 0.6) {
    await walkTo(user, '/dashboard?tab=settings');
    await main(page).getByRole('button', { name: 'Lock now' }).click(STATE);
    user.counts.locks += 1;
    if (random() < 0.3) return 'locks';
    await page.evaluate(
      (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      random() * 3_000,
    );
    if (!(await unlock(user))) return 'locks, and could not unlock';
    user.counts.unlocks += 1;
    return 'locks and unlocks in one page';
  }
  if ((await isOpen(page)) && random() < 0.4) {
    await signOut(user);
    return 'signs out';
  }
  const email = pick(random, EMAILS);
  return (await enter(user, email)) ? `enters ${email}` : `could not enter ${email}`;
};

export const backUp: Action = async (user) => {
  const { page } = user;
  await toSettings(user);
  await page.getByRole('button', { name: 'Save a backup…' }).click(STATE);
  const dialog = page.getByRole('dialog', { name: 'Save a backup' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSWORD, STATE);
  await dialog.getByLabel('Confirm passphrase').fill(PASSWORD, STATE);
  const [download] = await Promise.all([
    page.waitForEvent('download', STATE),
    dialog.getByRole('button', { name: 'Save backup' }).click(STATE),
  ]);
  user.backup = await readFile(await download.path());
  await dialog.getByRole('button', { name: 'Done' }).click(STATE);
  user.counts.backups += 1;
  return 'saves a backup';
};

export const restore: Action = async (user) => {
  const { page, backup } = user;
  if (!backup) return backUp(user);
  await toSettings(user);
  await page.getByRole('button', { name: 'Restore from a backup…' }).click(STATE);
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
  const file = { name: 'soak.likeness', mimeType: 'application/octet-stream', buffer: backup };
  await dialog.getByLabel('Backup file').setInputFiles(file, STATE);
  await dialog.getByLabel('Passphrase').fill(PASSWORD, STATE);
  await dialog.getByRole('button', { name: 'Check the backup' }).click(STATE);
  const go = dialog.getByRole('button', { name: /Restore|Nothing New/ }).last();
  const brings = !(await go.innerText(STATE)).startsWith('Nothing');
  await go.click(STATE);
  await dialog.waitFor({ ...STATE, state: 'hidden' });
  user.counts.restores += 1;
  return brings ? 'restores a backup' : 'restores a backup with nothing new in it';
};

/** The status words of an order or a mint that continues without the user. */
const GOES_ON = /\bSending\b|waiting for the network|not final yet|\bPublishing\b/;

/** Opens the current user's settings, once the app knows who that is. */
async function toLibrary(user: User): Promise<'open' | 'locked'> {
  const { page } = user;
  await walkTo(user, '/dashboard?tab=settings');
  const locked = main(page).getByRole('heading', { name: 'Your library is locked' });
  const open = main(page).getByRole('button', { name: 'Save a backup…' });
  await open.or(locked).first().waitFor(STATE);
  return (await isThere(locked)) ? 'locked' : 'open';
}

/**
 * Whether the current user's dashboard shows work under way: each running batch has a Pause button.
 */
async function showsWork(user: User): Promise<string | undefined> {
  const { page } = user;
  if ((await toLibrary(user)) === 'locked') await unlock(user);
  await walkTo(user, '/dashboard');
  await main(page).getByRole('tab').first().waitFor(STATE);
  if (await isThere(main(page).getByRole('button', { name: 'Pause', exact: true })))
    return 'a batch stands running';
  if ((await toLibrary(user)) === 'locked') return 'it is locked';
  const found = GOES_ON.exec(await main(page).innerText());
  return found ? `an order stands: ${found[0]}` : undefined;
}

/**
 * For the end of a run: opens each library in turn and waits until nothing in it is under way.
 * Returns what still is after `timeoutMs` milliseconds.
 */
export async function stuck(user: User, timeoutMs: number): Promise<string[]> {
  const found: string[] = [];
  await user.page.goto(`${user.appUrl}dashboard`);
  for (const email of [undefined, ...user.accounts]) {
    await toLibrary(user);
    if ((await isOpen(user.page)) || (await isLocked(user.page))) await signOut(user);
    if (email !== undefined && !(await enter(user, email))) {
      found.push(`${email} doesn't open`);
      continue;
    }
    const end = Date.now() + timeoutMs;
    let work = await showsWork(user);
    while (work !== undefined && Date.now() < end) {
      await user.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
      work = await showsWork(user);
    }
    if (work !== undefined) found.push(`${email ?? 'the guest'}: ${work}, nobody is on it`);
  }
  return found;
}
