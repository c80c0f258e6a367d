import { expect, type Locator, type Page } from '@playwright/test';

import type { Driver, SavedFile } from '../drivers/driver.ts';

/** Opens the dialog from the settings page, which must be open, and types the passphrase. */
export async function askForBackup(page: Page, passphrase: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Save a backup…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a backup' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByLabel('Confirm passphrase').fill(passphrase);
  return dialog;
}

/** Saves a backup from the settings page, and closes the dialog. */
export async function saveBackup(app: Driver, passphrase: string): Promise<SavedFile> {
  const dialog = await askForBackup(app.page, passphrase);
  const file = await app.savedFile(() =>
    dialog.getByRole('button', { name: 'Save backup' }).click(),
  );
  await expect(dialog.getByText('The backup is saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return file;
}

/** Chooses a backup file to restore, and has it checked. */
export async function chooseBackup(page: Page, path: string, passphrase: string): Promise<void> {
  await page.getByRole('button', { name: 'Restore from a backup…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
  await dialog.getByLabel('Backup file').setInputFiles(path);
  await dialog.getByLabel('Passphrase').fill(passphrase);
  await dialog.getByRole('button', { name: 'Check the backup' }).click();
}
