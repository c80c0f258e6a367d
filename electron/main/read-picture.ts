import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { LikenessError } from '../../renderer/core/errors.ts';

/**
 * Opening a pipe waits for a writer, possibly forever. This flag prevents it; Windows has no such
 * files.
 */
const WITHOUT_WAITING =
  constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/**
 * Reads a file that the user chose. The size limit applies to the bytes read instead of the
 * reported size, so that a growing file or a device can't fill the memory.
 * @throws LikenessError 'photo-too-large' | 'photo-not-a-picture' | 'photo-damaged'
 */
export async function readPicture(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path, WITHOUT_WAITING).catch((thrown: unknown) => {
    throw new LikenessError('photo-damaged', {}, { cause: thrown });
  });
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new LikenessError('photo-not-a-picture');
    if (about.size > PHOTO_MAX_BYTES)
      throw new LikenessError('photo-too-large', { bytes: about.size });
    const bytes = new Uint8Array(about.size);
    const { bytesRead } = await file.read(bytes, 0, about.size, 0);
    return bytes.slice(0, bytesRead);
  } finally {
    await file.close();
  }
}
