import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';

import { codeOf } from '../../tests/support/code-of.ts';
import { testFolder } from '../../tests/support/folders.ts';
import { unfinishedName } from './save-file.ts';
import { unfinishedFiles } from './unfinished.ts';

let folder: string;
let downloads: string;
/** A start of the program: only files survive from the last one. */
const start = () => unfinishedFiles(join(folder, 'unfinished'));
const notes = () => readdir(join(folder, 'unfinished'));

beforeEach(async () => {
  folder = testFolder();
  downloads = join(folder, 'downloads');
  await mkdir(downloads);
});

it('a file that a crash left in pieces is gone after the next start, and nothing else is', async () => {
  await writeFile(join(downloads, '.other.part'), 'another program’s');
  const run = start();
  await run.append(await run.begin(downloads, 'a.likeness'), new Uint8Array([1, 2, 3]));
  expect(await readdir(downloads)).toHaveLength(2);
  await start().sweep();
  expect(await readdir(downloads)).toEqual(['.other.part']);
  expect(await notes()).toEqual([]);
});

it('one that became whole stays', async () => {
  const run = start();
  await run.finish(await run.begin(downloads, 'a.likeness'));
  await start().sweep();
  expect(await readdir(downloads)).toEqual(['a.likeness']);
});

it('of several that are saved, those that a crash came before are whole, and the one it hit is gone', async () => {
  const picture = new Uint8Array(300_000).fill(7);
  const run = start();
  const begin = async (name: string) => {
    const id = await run.begin(downloads, name);
    await run.append(id, picture);
    return id;
  };
  for (const name of ['a.png', 'b.png']) await run.finish(await begin(name));
  // The program ends here.
  await begin('c.png');
  expect(await readdir(downloads)).toHaveLength(3);
  await start().sweep();
  expect((await readdir(downloads)).sort()).toEqual(['a.png', 'b.png']);
  expect(Buffer.from(picture).equals(await readFile(join(downloads, 'b.png')))).toBe(true);
  expect(await notes()).toEqual([]);
});

it('what this run is writing stays, whatever the sweep of its start finds', async () => {
  const run = start();
  const id = await run.begin(downloads, 'a.likeness');
  await run.sweep();
  await run.append(id, new Uint8Array([1]));
  await run.finish(id);
  expect(await readdir(downloads)).toEqual(['a.likeness']);
});

it('what a page was writing when it was left goes, and can’t be continued', async () => {
  const run = start();
  const id = await run.begin(downloads, 'a.likeness');
  run.leave();
  expect(await codeOf(run.append(id, new Uint8Array([1])))).toBe('download-failed');
  await expect.poll(() => readdir(downloads)).toEqual([]);
  await expect.poll(notes).toEqual([]);
});

it('a note that names another file removes nothing, and one cut short stops nothing', async () => {
  const mine = join(downloads, 'mine.txt');
  await writeFile(mine, 'keep');
  const [first, second] = [unfinishedName(), unfinishedName()];
  await mkdir(join(folder, 'unfinished'));
  await writeFile(join(folder, 'unfinished', first), mine);
  await writeFile(join(folder, 'unfinished', second), '');
  await start().sweep();
  expect(await readdir(downloads)).toEqual(['mine.txt']);
  expect(await notes()).toEqual([]);
});

it('what is on an unplugged disk goes at the next start that finds it, past what can’t be removed', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const run = start();
  const id = await run.begin(downloads, 'a.png');
  await rename(downloads, `${downloads} unplugged`);
  await run.abort(id);
  await start().sweep();
  await rename(`${downloads} unplugged`, downloads);
  expect(await readdir(downloads)).toHaveLength(1);

  const file = join(folder, 'file');
  await writeFile(file, '');
  const lost = unfinishedName();
  await writeFile(join(folder, 'unfinished', lost), join(file, lost));
  await start().sweep();
  expect(await readdir(downloads)).toEqual([]);
  expect(await notes()).toEqual([lost]);
});
