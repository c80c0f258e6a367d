import {
  endBatches,
  leavePhoto,
  markSettled,
  orphanedPhotos,
  releaseItems,
  unsettledBatches,
} from './batches.ts';
import type { Database } from './database.ts';
import { removeKeys } from './idempotency.ts';
import { photosKey, picturesKey, type Storage } from './storage.ts';
import { sweepUploads } from './uploads.ts';
import { addDelivery, removeDeliveries } from './webhooks.ts';

interface HouseDeps {
  readonly db: Database;
  readonly storage: Storage;
}

/** A worker that has been silent this long counts as dead, and its work goes to another. */
const SILENT_SECONDS = 30;

/**
 * Recovers the work of dead workers, sweeps up dead uploads, and settles finished batches. Every
 * `worker` and `serve` runs it now and then; each step may be interrupted or repeated safely. The
 * embedded database has one worker, so any other owner of a photo is dead.
 * @param worker the id that this process's worker has at the moment, or '' if it has none
 */
export async function keepHouse(deps: HouseDeps, worker: () => string): Promise<void> {
  const { db, storage } = deps;
  const orphans = await orphanedPhotos(db, db.shared ? SILENT_SECONDS : 0);
  for (const { id, worker_id: dead } of orphans) {
    if (dead === worker()) continue;
    await releaseItems(db, id, dead);
    await leavePhoto(db, id, dead);
  }
  // A worker that was only slow may have put a picture back after its photo was left.
  await db.query(
    `update likeness.photos p set ready_at = now() from likeness.batches b
     where b.id = p.batch_id and b.state = 'running' and p.worker_id is null and p.ready_at is null
     and exists (select from likeness.items i where i.photo_id = p.id and i.state = 'waiting')`,
  );
  await db.query(
    `delete from likeness.workers w where heartbeat_at < now() - interval '1 day'
     and not exists (select from likeness.photos p where p.worker_id = w.id)`,
  );
  await sweepUploads(db, storage);
  await endBatches(db);
  for (const { id, state, webhook } of await unsettledBatches(db)) {
    await storage.remove(photosKey(id));
    if (state === 'cancelled') await storage.remove(picturesKey(id));
    if (webhook) await addDelivery(db, id);
    await markSettled(db, id, state);
  }
}

/**
 * Removes batches that ended that many hours ago with their pictures, and
 * deliveries and idempotency keys. A PostgreSQL server cleans
 * up after its updates by itself; the embedded one needs a command for it.
 */
export async function removeOld(
  { db, storage }: Pick<HouseDeps, 'db' | 'storage'>,
  hours: number,
): Promise<void> {
  const old = await db.query<{ id: string }>(
    `select id from likeness.batches where settled and finished_at < now() - make_interval(hours => $1)`,
    [hours],
  );
  for (const { id } of old) {
    await storage.remove(picturesKey(id));
    await db.query('delete from likeness.batches where id = $1', [id]);
  }
  await removeDeliveries(db, hours);
  await removeKeys(db, hours);
  if (!db.shared) await db.query('vacuum');
}
