import { readFile, stat } from 'node:fs/promises';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { LikenessError } from '../../renderer/core/errors.ts';

/**
 * Reads a photo's file.
 * @throws LikenessError 'photo-too-large' before reading it, 'photo-not-a-picture' if it is missing or unreadable
 */
export async function readPhoto(path: string): Promise<Buffer> {
  // A missing file is reported like any other that can't be read.
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new LikenessError('photo-not-a-picture', { file: 'missing' });
  if (found.size > PHOTO_MAX_BYTES) throw new LikenessError('photo-too-large');
  return readFile(path).catch((cause: unknown) => {
    throw new LikenessError('photo-not-a-picture', { file: 'unreadable' }, { cause });
  });
}
