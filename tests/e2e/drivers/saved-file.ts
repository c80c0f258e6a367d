import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SavedFile } from './driver.ts';

/** The one file that `saving` adds to a folder. */
export async function newFile(
  folder: string,
  saving: (before: ReadonlySet<string>) => Promise<void>,
): Promise<SavedFile> {
  const before = new Set(await readdir(folder));
  await saving(before);
  const [name, ...others] = (await readdir(folder)).filter((file) => !before.has(file));
  if (name === undefined || others.length > 0)
    throw new Error(`${name === undefined ? 'no' : 'more than one'} file was saved`);
  return { name, bytes: await readFile(join(folder, name)) };
}
