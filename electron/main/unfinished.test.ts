import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { beginFile, saveFile } from './save-file.ts';
import { openSettings } from './settings.ts';
import { unfinishedFiles } from './unfinished.ts';

let folder: string;
let downloads: string;
/** The program from its start on: nothing but files outlives it. */
const start = () => unfinishedFiles(openSettings(folder));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'likeness-unfinished-'));
  downloads = join(folder, 'downloads');
  await mkdir(downloads);
});
afterEach(() => rm(folder, { recursive: true }));

it('a file that a crash left in pieces is gone after the next start, and nothing else is', async () => {
  await writeFile(join(downloads, '.other.part'), 'another program’s');
  const file = await beginFile(downloads, 'a.likeness');
  await file.append(new Uint8Array([1, 2, 3]));
  start().note(file.hidden);
  expect(await readdir(downloads)).toHaveLength(2);
  await start().sweep();
  expect(await readdir(downloads)).toEqual(['.other.part']);
  expect(openSettings(folder).get()).toEqual({});
});

it('one that became whole stays', async () => {
  const file = await beginFile(downloads, 'a.likeness');
  const run = start();
  run.note(file.hidden);
  await file.finish();
  run.forget(file.hidden);
  await start().sweep();
  expect(await readdir(downloads)).toEqual(['a.likeness']);
});

it('of several that are saved, those that a crash came before are whole, and the one it hit is gone', async () => {
  const picture = new Uint8Array(300_000).fill(7);
  const save = async (name: string, run: ReturnType<typeof start>) => {
    let hidden = '';
    await saveFile(downloads, name, picture, (begun) => run.note((hidden = begun)));
    run.forget(hidden);
  };
  const run = start();
  await save('a.png', run);
  await save('b.png', run);
  const crashed = saveFile(downloads, 'c.png', picture, (begun) => {
    run.note(begun);
    throw new Error('the program ends here');
  });
  await expect(crashed).rejects.toThrow('ends here');
  expect(await readdir(downloads)).toHaveLength(3);
  await start().sweep();
  expect((await readdir(downloads)).sort()).toEqual(['a.png', 'b.png']);
  expect(Buffer.from(picture).equals(await readFile(join(downloads, 'b.png')))).toBe(true);
  expect(openSettings(folder).get()).toEqual({});
});

it('settings that name another file remove nothing', async () => {
  const mine = join(downloads, 'mine.txt');
  await writeFile(mine, 'keep');
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ unfinished: [mine] }));
  await start().sweep();
  expect(await readdir(downloads)).toEqual(['mine.txt']);
});
