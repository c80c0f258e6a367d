import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

import { pick } from '../../renderer/engine/styles/shared/random.ts';
import { PATIENCE, type Action, type User } from './user.ts';

const EMAILS = ['ada@example.com', 'grace@example.com'] as const;
const PASSWORD = 'violet anchor drizzle';
/** Opening an account takes its time by design. */
const DERIVATION = { timeout: 15_000 } as const;

const header = (page: Page): Locator => page.getByRole('banner');
const main = (page: Page): Locator => page.getByRole('main');
const isThere = (locator: Locator): Promise<boolean> => locator.first().isVisible();
const isLocked = (page: Page): Promise<boolean> =>
  isThere(header(page).getByRole('link', { name: 'Unlock' }));
const isOpen = (page: Page): Promise<boolean> =>
  isThere(header(page).getByRole('button', { name: 'Sign out' }));

/** Another route in the same page, as a link leads there: an account that is locked stays so, one that is open too. */
async function walkTo({ page }: User, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function fillPassword({ page }: User, label: string): Promise<void> {
  await main(page).getByLabel(label, { exact: true }).fill(PASSWORD, DERIVATION);
}

async function unlock(user: User): Promise<boolean> {
  const { page } = user;
  await walkTo(user, '/dashboard');
  const email = main(page).getByRole('textbox', { name: 'Email' });
  await main(page).getByLabel('Password', { exact: true }).waitFor(PATIENCE);
  if (await isThere(email)) await email.fill(user.account ?? EMAILS[0], PATIENCE);
  await fillPassword(user, 'Password');
  await main(page).getByRole('button', { name: 'Unlock', exact: true }).click(PATIENCE);
  return header(page)
    .getByRole('button', { name: 'Sign out' })
    .waitFor(DERIVATION)
    .then(
      () => true,
      () => false,
    );
}

export async function signOut({ page }: User): Promise<void> {
  if (await isLocked(page))
    await header(page).getByRole('link', { name: 'Unlock' }).click(DERIVATION);
  await page
    .getByRole('button', { name: /^Sign out|^Go on without this account/ })
    .first()
    .click(DERIVATION);
}

/** Signs in, or up the first time. */
async function enter(user: User, email: string): Promise<boolean> {
  const { page } = user;
  if (await isOpen(page)) await signOut(user);
  await walkTo(user, '/login');
  const isNew = !user.accounts.has(email);
  const sign = main(page).getByRole('radio', { name: isNew ? 'Sign Up' : 'Sign In' });
  await sign.waitFor(DERIVATION);
  await sign.check(DERIVATION);
  await main(page).getByRole('radio', { name: 'Email' }).check(DERIVATION);
  await main(page).getByRole('textbox', { name: 'Email' }).fill(email, DERIVATION);
  await fillPassword(user, 'Password');
  if (isNew) await fillPassword(user, 'Confirm Password');
  if (user.random() < 0.7) await main(page).getByLabel('Remember me').check(DERIVATION);
  const button = main(page).getByRole('button', { name: isNew ? 'Create Account' : 'Sign In' });
  await button.last().click(DERIVATION);
  const done = await header(page)
    .getByRole('button', { name: 'Sign out' })
    .waitFor(DERIVATION)
    .then(
      () => true,
      () => false,
    );
  if (!done) return false;
  user.accounts.add(email);
  user.account = email;
  user.counts.switches += 1;
  return true;
}

/** Locks what is open, opens what is locked, or signs in to one of two accounts. */
export const changeAccount: Action = async (user) => {
  const { page, random } = user;
  if (await isLocked(page)) {
    if (!(await unlock(user))) return 'could not unlock';
    user.counts.unlocks += 1;
    return 'unlocks';
  }
  if ((await isOpen(page)) && random() < 0.6) {
    await walkTo(user, '/dashboard?tab=settings');
    await main(page).getByRole('button', { name: 'Lock now' }).click(PATIENCE);
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
  await walkTo(user, '/dashboard?tab=settings');
  await page.getByRole('button', { name: 'Save a backup…' }).click(PATIENCE);
  const dialog = page.getByRole('dialog', { name: 'Save a backup' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSWORD, PATIENCE);
  await dialog.getByLabel('Confirm passphrase').fill(PASSWORD, PATIENCE);
  const [download] = await Promise.all([
    page.waitForEvent('download', DERIVATION),
    dialog.getByRole('button', { name: 'Save Backup' }).click(PATIENCE),
  ]);
  user.backup = await readFile(await download.path());
  await dialog.getByRole('button', { name: 'Done' }).click(DERIVATION);
  user.counts.backups += 1;
  return 'saves a backup';
};

export const restore: Action = async (user) => {
  const { page, backup } = user;
  if (!backup) return backUp(user);
  await walkTo(user, '/dashboard?tab=settings');
  await page.getByRole('button', { name: 'Restore from a backup…' }).click(PATIENCE);
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
  const file = { name: 'soak.likeness', mimeType: 'application/octet-stream', buffer: backup };
  await dialog.getByLabel('Backup file').setInputFiles(file, PATIENCE);
  await dialog.getByLabel('Passphrase').fill(PASSWORD, PATIENCE);
  await dialog.getByRole('button', { name: 'Check the Backup' }).click(PATIENCE);
  const go = dialog.getByRole('button', { name: /Restore|Nothing New/ }).last();
  await go.waitFor(DERIVATION);
  if (await go.isEnabled()) await go.click(PATIENCE);
  user.counts.restores += 1;
  return 'restores a backup';
};

/** What an order or a mint is called while it goes on by itself. */
const GOES_ON = /\bSending\b|waiting for the network|waiting for finality|\bPublishing\b/;

/** Whether the dashboard of whoever is signed in shows work under way: each batch that runs has its Pause. */
async function showsWork(user: User): Promise<string | undefined> {
  const { page } = user;
  await walkTo(user, '/dashboard');
  await main(page).getByRole('tab').first().waitFor(DERIVATION);
  if (await isThere(main(page).getByRole('button', { name: 'Pause', exact: true })))
    return 'a batch stands running';
  await walkTo(user, '/dashboard?tab=settings');
  await main(page).getByRole('button', { name: 'Save a backup…' }).waitFor(DERIVATION);
  const found = GOES_ON.exec(await main(page).innerText());
  return found ? `an order stands: ${found[0]}` : undefined;
}

/**
 * At the end: each library is opened in turn and left alone, and nothing in it may stand under way.
 * Gives what does after `patience` milliseconds.
 */
export async function stuck(user: User, patience: number): Promise<string[]> {
  const found: string[] = [];
  for (const email of [undefined, ...user.accounts]) {
    if ((await isOpen(user.page)) || (await isLocked(user.page))) await signOut(user);
    if (email !== undefined && !(await enter(user, email))) {
      found.push(`${email} doesn't open`);
      continue;
    }
    const end = Date.now() + patience;
    let work = await showsWork(user);
    while (work !== undefined && Date.now() < end) {
      await user.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
      work = await showsWork(user);
    }
    if (work !== undefined) found.push(`${email ?? 'the guest'}: ${work}, nobody is on it`);
  }
  return found;
}
