import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { writeWhole } from '../run/journal.ts';

/** Where photos wait and pictures are kept. Keys are ours: letters, digits, '-', '.' and '/'. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Resolves with undefined if there is none. */
  get(key: string): Promise<Buffer | undefined>;
  /** Removes everything under a folder's key; does nothing if there is none. */
  remove(folder: string): Promise<void>;
}

/** A storage in a folder; keys are paths in it. Only the studio's own user can read it. */
export const folderStorage = (root: string): Storage => ({
  put: (key, bytes) =>
    writeWhole(join(root, key), bytes, { isPrivate: true, part: `.${randomUUID()}.part` }),
  async get(key) {
    try {
      return await readFile(join(root, key));
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw thrown;
    }
  },
  remove: (folder) => rm(join(root, folder), { recursive: true, force: true }),
});

export const photosKey = (batch: string): string => `photos/${batch}`;
export const photoKey = (batch: string, photo: string): string => `${photosKey(batch)}/${photo}`;
/** The batch that a key is of. */
export const batchOfKey = (key: string): string => key.split('/')[1] ?? '';
export const picturesKey = (batch: string): string => `pictures/${batch}`;
export const pictureKey = (batch: string, item: string): string => `${picturesKey(batch)}/${item}`;
