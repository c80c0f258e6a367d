import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

import { seedLibrary } from '../e2e/support/seeded-library.ts';
import { invoke, test } from './fixtures.ts';

/** A piece of an automatic backup, as main hands it to the page. */
const bytesFrom = (
  page: Page,
  input: { readonly profile: string; readonly name: string; readonly at: number },
): Promise<number[]> =>
  page.evaluate(async (asked) => {
    const { likenessDesktop } = window as unknown as {
      likenessDesktop: {
        invoke(channel: string, input: unknown): Promise<{ readonly value: Uint8Array }>;
      };
    };
    return [...(await likenessDesktop.invoke('pictures.read', asked)).value];
  }, input);

test('pictures and a sealed backup are copied into a chosen folder, also after it was lost', async ({
  page,
  desktop,
  root,
}) => {
  const chosen = join(root, 'Portraits');
  await mkdir(chosen);
  // The server in place of the sandbox isn't a chain, so this chain counts as seen earlier.
  await page.evaluate(() =>
    localStorage.setItem(
      'likeness.genesis.sandbox',
      '"4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn"',
    ),
  );
  await desktop.open('/dashboard?tab=settings');
  await page.reload();
  await seedLibrary(page, 2);
  await page.reload();

  const section = page.getByRole('region', { name: 'Pictures in a folder' });
  desktop.host.systemUi.answers.push(undefined, [chosen]);
  await section.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(section.getByRole('button', { name: 'Choose a folder…' })).toBeVisible();
  await section.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(section.getByText('2 avatars, each checked')).toBeVisible();
  expect(desktop.host.systemUi.asked[1]?.properties).toContain('openDirectory');
  const pictures = await readdir(chosen);
  expect(pictures.sort()).toEqual([
    '101 Realistic seeded0 1024 v2.png',
    '102 Realistic seeded1 1024 v2.png',
  ]);
  const [first = ''] = pictures;
  expect((await readFile(join(chosen, first))).subarray(1, 4).toString()).toBe('PNG');

  await section.getByRole('button', { name: 'Back up automatically' }).click();
  await expect(section.getByText(/2 avatars, .*, checked/)).toBeVisible();
  const backups = async (): Promise<string[]> =>
    (await readdir(chosen)).filter((name) => name.endsWith('.likeness'));
  const [backup = ''] = await backups();
  expect(backup).toMatch(/^Likeness automatic backup .*\.likeness$/);
  expect((await readFile(join(chosen, backup))).subarray(0, 15).toString()).toBe('LIKENESS-BACKUP');

  // A day later there are two, which say what they hold; the older one is read back from the disk.
  await page.clock.setSystemTime(Date.now() + 25 * 60 * 60_000);
  await section.getByRole('button', { name: 'Back up now' }).click();
  await expect.poll(backups).toHaveLength(2);
  await page.getByRole('button', { name: 'Restore from a backup…' }).click();
  const restore = page.getByRole('dialog', { name: 'Restore from a backup' });
  const choice = restore.getByLabel('Automatic backups');
  await expect(choice.getByRole('option')).toHaveText([
    'Choose one, or a file below',
    /: 2 avatars, 0 credits, /,
    /: 2 avatars, 0 credits, /,
  ]);
  await choice.selectOption(backup);
  await expect(restore.getByLabel('Passphrase', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const read = { profile: 'guest', name: backup };
  const saved = await readFile(join(chosen, backup));
  expect(await bytesFrom(page, { ...read, at: 0 })).toEqual([...saved]);
  expect(await bytesFrom(page, { ...read, at: saved.length - 2 })).toEqual([...saved.subarray(-2)]);
  expect(await bytesFrom(page, { ...read, at: saved.length })).toEqual([]);

  await rename(chosen, `${chosen} elsewhere`);
  await page.reload();
  await expect(section.getByText('It can’t be found.')).toBeVisible();
  await section.getByRole('button', { name: 'Back up now' }).click();
  await expect(section.getByText('No backup was made: the folder can’t be found.')).toBeVisible();
  await rename(`${chosen} elsewhere`, chosen);
  await section.getByRole('button', { name: 'Try again' }).last().click();
  await expect(section.getByText(/2 avatars, .*, checked/)).toBeVisible();
  await expect.poll(backups).toHaveLength(2);
  expect(await readdir(chosen)).toContain(backup);
});

test('the page reaches no other folder, and reads and removes nothing but automatic backups', async ({
  page,
  desktop,
  root,
}) => {
  const chosen = join(root, 'Portraits');
  await mkdir(chosen);
  await writeFile(join(chosen, 'own.png'), 'the user’s');
  await writeFile(join(chosen, 'Likeness backup 2026-11-21.likeness'), 'the user’s');
  await writeFile(join(root, 'outside.likeness'), 'the user’s');
  const guest = { profile: 'guest' };
  expect(await invoke(page, 'pictures.names', guest)).toMatchObject({ ok: false });
  expect(await invoke(page, 'pictures.begin', { ...guest, name: 'a.png' })).toMatchObject({
    ok: false,
  });
  desktop.host.systemUi.answers.push([chosen]);
  await invoke(page, 'pictures.choose', guest);
  for (const name of ['../a.png', '/etc/a.png', 'a.exe', 'con.png'])
    expect(await invoke(page, 'pictures.begin', { ...guest, name }), name).not.toMatchObject({
      value: { id: expect.any(String) },
    });
  for (const name of ['own.png', 'Likeness backup 2026-11-21.likeness', '../outside.likeness'])
    for (const [channel, asked] of [
      ['pictures.remove', { ...guest, name }],
      ['pictures.read', { ...guest, name, at: 0 }],
    ] as const)
      expect(await invoke(page, channel, asked), name).toMatchObject({ ok: false });
  expect((await readdir(chosen)).sort()).toEqual([
    'Likeness backup 2026-11-21.likeness',
    'own.png',
  ]);
  expect(await readdir(root)).toContain('outside.likeness');
  // Another profile has no folder, and 'Erase everything' forgets all.
  expect(await invoke(page, 'pictures.folder', { profile: 'wallet:x' })).toEqual({
    ok: true,
    value: null,
  });
  await invoke(page, 'pictures.forget', { profile: null });
  expect(await invoke(page, 'pictures.folder', guest)).toEqual({ ok: true, value: null });
});
