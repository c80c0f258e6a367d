import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { readPicture } from './read-picture.ts';

async function place(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-read-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('reads the file and tells its name alone', async () => {
  const path = join(await place(), 'me.png');
  await writeFile(path, 'picture');
  const picture = await readPicture(path);
  expect(picture.name).toBe('me.png');
  expect(Buffer.from(picture.bytes).toString()).toBe('picture');
});

it('takes a file at the limit and refuses one above it', async () => {
  const path = join(await place(), 'me.png');
  await writeFile(path, '');
  await truncate(path, PHOTO_MAX_BYTES);
  expect((await readPicture(path)).bytes.byteLength).toBe(PHOTO_MAX_BYTES);
  await truncate(path, PHOTO_MAX_BYTES + 1);
  await expect(readPicture(path)).rejects.toMatchObject({ code: 'photo-too-large' });
});

it('refuses what is not a file', async () => {
  const folder = await place();
  await mkdir(join(folder, 'me.png'));
  await expect(readPicture(join(folder, 'me.png'))).rejects.toMatchObject({ code: 'photo-not-a-picture' });
  await expect(readPicture(join(folder, 'gone.png'))).rejects.toMatchObject({ code: 'photo-damaged' });
});
