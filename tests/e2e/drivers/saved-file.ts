import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import { minutes } from '../../support/timeouts.ts';
import type { SavedFile } from './driver.ts';

/**
 * The one file that `saving` adds to a folder. Until it is whole, Firefox and the desktop app write
 * a `.part` file, and Firefox reserves the final name with an empty file.
 */
export async function newFile(folder: string, saving: () => Promise<void>): Promise<SavedFile> {
  const before = new Set(await readdir(folder));
  await saving();
  const saved = { name: '', bytes: Buffer.alloc(0) };
  await expect(async () => {
    const added = (await readdir(folder)).filter((file) => !before.has(file));
    expect(added).toEqual([expect.not.stringMatching(/\.part$/)]);
    [saved.name = ''] = added;
    saved.bytes = await readFile(join(folder, saved.name));
    expect(saved.bytes.length).toBeGreaterThan(0);
  }).toPass({ timeout: minutes(2) });
  return saved;
}
