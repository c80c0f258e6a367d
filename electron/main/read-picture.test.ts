import { execFileSync } from 'node:child_process';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { codeOf } from '../../tests/support/code-of.ts';
import { testFolder } from '../../tests/support/folders.ts';
import { readPicture } from './read-picture.ts';

it('reads the file', async () => {
  const path = join(testFolder(), 'me.png');
  await writeFile(path, 'picture');
  expect(Buffer.from(await readPicture(path)).toString()).toBe('picture');
});

it('takes a file at the limit and refuses one above it', async () => {
  const path = join(testFolder(), 'me.png');
  await writeFile(path, '');
  await truncate(path, PHOTO_MAX_BYTES);
  expect((await readPicture(path)).byteLength).toBe(PHOTO_MAX_BYTES);
  await truncate(path, PHOTO_MAX_BYTES + 1);
  expect(await codeOf(readPicture(path))).toBe('photo-too-large');
});

it('refuses what is not a file', async () => {
  const folder = testFolder();
  await mkdir(join(folder, 'me.png'));
  expect(await codeOf(readPicture(join(folder, 'me.png')))).toBe('photo-not-a-picture');
  expect(await codeOf(readPicture(join(folder, 'gone.png')))).toBe('photo-damaged');
});

it.skipIf(process.platform === 'win32')(
  'does not wait for a pipe that nobody writes to',
  async () => {
    const pipe = join(testFolder(), 'me.png');
    execFileSync('/usr/bin/mkfifo', [pipe]);
    expect(await codeOf(readPicture(pipe))).toBe('photo-not-a-picture');
  },
);
