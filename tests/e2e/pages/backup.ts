import { expect } from '@playwright/test';

import type { Driver, SavedFile } from '../drivers/driver.ts';

/** Saves a backup from the settings page, which must be open, and closes the dialog. */
export async function saveBackup(app: Driver, passphrase: string): Promise<SavedFile> {
  const { page } = app;
  await page.getByRole('button', { name: 'Save a backup…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save a backup' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await dialog.getByLabel('Confirm passphrase').fill(passphrase);
  const file = await app.savedFile(() =>
    dialog.getByRole('button', { name: 'Save Backup' }).click(),
  );
  await expect(dialog.getByText('The backup is saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return file;
}

/** Chooses a backup file to restore and waits for the check's result. */
export async function chooseBackup(app: Driver, path: string, passphrase: string): Promise<void> {
  const { page } = app;
  await page.getByRole('button', { name: 'Restore from a backup…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
  await dialog.getByLabel('Backup file').setInputFiles(path);
  await dialog.getByLabel('Passphrase').fill(passphrase);
  await dialog.getByRole('button', { name: 'Check the Backup' }).click();
}
