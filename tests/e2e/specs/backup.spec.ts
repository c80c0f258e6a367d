import { writeFile } from 'node:fs/promises';

import { buildDesktop } from '../../../scripts/build-desktop.ts';
import { minutes } from '../../support/timeouts.ts';
import { desktopDriver } from '../drivers/desktop.ts';
import type { Driver } from '../drivers/driver.ts';
import { chooseBackup, saveBackup } from '../pages/backup.ts';
import { expect, test } from '../support/fixtures.ts';
import { SEEDED_EMAIL, seedLibrary } from '../support/seeded-library.ts';

const PASSPHRASE = 'violet anchor drizzle';
const AVATARS = 40;

async function save(app: Driver): Promise<Buffer> {
  const { name, bytes } = await saveBackup(app, PASSPHRASE);
  expect(name).toMatch(/^Likeness backup \d{4}-\d\d-\d\d\.likeness$/);
  return bytes;
}

test('a library moves from the browser to the desktop app and back without duplicates', async ({
  app,
  sandbox,
}, info) => {
  test.setTimeout(minutes(3)); // Two apps, and the desktop app may have to be built first.
  const path = info.outputPath('library.likeness');
  const damagedPath = info.outputPath('damaged.likeness');
  const desktop = await desktopDriver({
    out: await buildDesktop(),
    sandbox: JSON.stringify(sandbox.config),
  });
  try {
    await app.open('/dashboard?tab=settings');
    await seedLibrary(app.page, AVATARS);
    await app.reload();
    await expect(app.page.getByRole('tab', { name: `My Avatars (${AVATARS})` })).toBeVisible();
    const bytes = await save(app);
    expect(bytes.toString('latin1')).not.toContain('seeded');
    await writeFile(path, bytes);

    await desktop.open('/dashboard?tab=settings');
    const dialog = desktop.page.getByRole('dialog', { name: 'Restore from a backup' });
    await chooseBackup(desktop.page, path, 'not the passphrase');
    await expect(dialog.getByText('The passphrase doesn’t open this backup')).toBeVisible();
    const damaged = Buffer.from(bytes);
    damaged[Math.floor(bytes.length / 2)] = (damaged[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
    await writeFile(damagedPath, damaged);
    await dialog.getByLabel('Backup file').setInputFiles(damagedPath);
    await dialog.getByLabel('Passphrase').fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Check the backup' }).click();
    await expect(dialog.getByText('This backup is damaged.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(desktop.page.getByRole('tab', { name: 'My Avatars (6)' })).toBeVisible(); // The samples.

    await chooseBackup(desktop.page, path, PASSPHRASE);
    await dialog.getByRole('button', { name: `Restore ${AVATARS} Avatars` }).click();
    await expect(desktop.page.getByText(`Restored ${AVATARS} avatars`)).toBeVisible();
    await expect(desktop.page.getByRole('tab', { name: `My Avatars (${AVATARS})` })).toBeVisible();
    await expect(desktop.page.getByLabel('Email (optional)')).toHaveValue(SEEDED_EMAIL);
    await chooseBackup(desktop.page, path, PASSPHRASE);
    await expect(dialog.getByRole('button', { name: 'Nothing new to restore' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await writeFile(path, await save(desktop));
    await chooseBackup(app.page, path, PASSPHRASE);
    await expect(app.page.getByRole('button', { name: 'Nothing new to restore' })).toBeVisible();
  } finally {
    await desktop.close();
  }
});
