import type { Page } from '@playwright/test';

export const EMAIL = 'ada.lovelace@example.com';
export const PASSWORD = 'violet anchor drizzle';

/** Makes an account at /login and gives its recovery code, not yet confirmed. */
export async function signUp(
  page: Page,
  { remember = false, email = EMAIL } = {},
): Promise<string> {
  await page.goto('/login');
  await page.getByRole('radio', { name: 'Sign Up' }).check();
  await page.getByRole('radio', { name: 'Email' }).check();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  if (remember) await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  return page
    .getByRole('group', { name: 'Recovery code' })
    .getByText(/^([0-9A-Z]{5}-?){5}$/)
    .innerText();
}

export async function confirmCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Type its last five characters').fill(code.slice(-5).toLowerCase());
  await page.getByRole('button', { name: 'I Have Kept It' }).click();
}

export async function signIn(page: Page, password: string, button = 'Sign In'): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Deletes the open account, from its settings. */
export async function deleteAccount(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Delete everything in this account').check();
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
}
