import { LikenessError } from '../../renderer/core/errors.ts';
import type { Database, Queryable } from './database.ts';
import { batchOfKey, photosKey, type Storage } from './storage.ts';

/** An upload that has stored no photo for this long has died with its process. */
const SILENT = "interval '1 hour'";

/**
 * The storage for one upload: registers it before its first photo is stored, so that whatever ends
 * the process, its photos are found again and removed.
 */
export function uploadStorage(db: Database, storage: Storage): Storage {
  let isRegistered = false;
  return {
    ...storage,
    async put(key, bytes) {
      const batch = batchOfKey(key);
      if (isRegistered) await touchUpload(db, batch);
      else await db.query('insert into likeness.uploads (batch_id) values ($1)', [batch]);
      isRegistered = true;
      await storage.put(key, bytes);
    },
    async remove(folder) {
      await storage.remove(folder);
      await db.query('delete from likeness.uploads where batch_id = $1', [batchOfKey(folder)]);
    },
  };
}

/** @throws LikenessError 'photo-expired' if the upload was given up, and its photos are gone */
async function touchUpload(db: Queryable, batch: string): Promise<void> {
  const known = await db.query(
    'update likeness.uploads set at = now() where batch_id = $1 and not given_up returning batch_id',
    [batch],
  );
  if (known.length === 0) throw new LikenessError('photo-expired');
}

/**
 * Turns an upload into a batch, in the transaction that stores the batch.
 * @throws LikenessError 'photo-expired' if the upload was given up, and its photos are gone
 */
export async function endUpload(one: Queryable, batch: string): Promise<void> {
  await touchUpload(one, batch);
  await one.query('delete from likeness.uploads where batch_id = $1', [batch]);
}

/** Removes what dead uploads stored. It may be interrupted: an upload once given up stays so. */
export async function sweepUploads(db: Queryable, storage: Storage): Promise<void> {
  const dead = await db.query<{ batch_id: string }>(
    `update likeness.uploads set given_up = true where at < now() - ${SILENT} returning batch_id`,
  );
  for (const { batch_id: batch } of dead) {
    await storage.remove(photosKey(batch));
    await db.query('delete from likeness.uploads where batch_id = $1', [batch]);
  }
}
