import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

import { testFolder } from '../../tests/support/folders.ts';
import { unfinishedFiles } from './unfinished.ts';

vi.mock('electron', () => ({ dialog: {} }));
const { pictureFolderHandlers } = await import('./picture-folder.ts');

const BACKUP = 'Likeness automatic backup 2026-11-21 10.00.00.likeness';
const PICTURE = '101 Realistic a.png';

it.each(['together', 'one after the other'])(
  'a picture is copied while a backup is written: begun %s',
  async (begun) => {
    const folder = testFolder();
    const ipc = pictureFolderHandlers(
      () => undefined,
      { get: () => ({ pictureFolders: { guest: folder } }), change: () => undefined },
      unfinishedFiles(join(testFolder(), 'unfinished')),
    );
    const begin = async (name: string): Promise<string> => {
      const file = await ipc['pictures.begin']({ profile: 'guest', name });
      if (typeof file === 'string') throw new Error(file);
      return file.id;
    };
    const backing = begin(BACKUP);
    if (begun !== 'together') await backing;
    const [backup, picture] = await Promise.all([backing, begin(PICTURE)]);
    for (const [id, byte] of [
      [backup, 1],
      [picture, 9],
      [backup, 2],
    ] as const)
      expect(await ipc['pictures.append']({ id, bytes: new Uint8Array([byte]) })).toBe('written');
    for (const id of [picture, backup])
      expect(await ipc['pictures.finish']({ id })).toBe('written');
    expect((await readdir(folder)).sort()).toEqual([PICTURE, BACKUP]);
    expect([...(await readFile(join(folder, BACKUP)))]).toEqual([1, 2]);
    expect([...(await readFile(join(folder, PICTURE)))]).toEqual([9]);
  },
);

it('the root of a drive is named by its path', async () => {
  const ipc = pictureFolderHandlers(
    () => undefined,
    { get: () => ({ pictureFolders: { guest: '/' } }), change: () => undefined },
    unfinishedFiles(testFolder()),
  );
  expect(await ipc['pictures.folder']({ profile: 'guest' })).toEqual({ name: '/', found: true });
});
