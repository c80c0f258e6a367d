import type { Page } from '@playwright/test';

export const EMAIL = 'ada.lovelace@example.com';
export const PASSWORD = 'violet anchor drizzle';
/** A recovery code, as it is shown. */
export const CODE = /^([0-9A-Z]{5}-?){5}$/;

/** Creates an account at /login. Returns its recovery code, not yet confirmed. */
export async function signUp(
  page: Page,
  { remember = false, email = EMAIL } = {},
): Promise<string> {
  await page.goto('/login');
  await page.getByRole('radio', { name: 'Sign Up' }).check();
  await page.getByRole('radio', { name: 'Email' }).check();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  if (remember) await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  return page.getByRole('group', { name: 'Recovery code' }).getByText(CODE).innerText();
}

export async function confirmCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Type its last five characters').fill(code.slice(-5).toLowerCase());
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
}

export async function signIn(page: Page, password: string, button = 'Sign In'): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Deletes the open account through its settings. */
export async function deleteAccount(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Delete everything in this account').check();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
}
