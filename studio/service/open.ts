import { join } from 'node:path';

import { openBucket } from './bucket.ts';
import { openDatabase, type Database } from './database.ts';
import { createReach, type Reach } from './reach.ts';
import { folderStorage, type Storage } from './storage.ts';

/** What the API and the workers share. */
export interface Service {
  readonly db: Database;
  readonly storage: Storage;
  readonly reach: Reach;
  close(): Promise<void>;
}

/**
 * @param folder the embedded database's folder
 * @param storage where photos and pictures are: a folder, or the URL of a bucket. Several machines
 * need one that all of them can reach.
 */
export async function openService(folder: string, storage: string | undefined): Promise<Service> {
  const reach = createReach(process.env['LIKENESS_WEBHOOK_NETWORKS'] ?? '');
  const kept =
    storage !== undefined && /^https?:\/\//.test(storage)
      ? await openBucket(storage)
      : folderStorage(storage ?? join(folder, 'storage'));
  const db = await openDatabase(folder);
  return { db, storage: kept, reach, close: () => db.close() };
}

/** Aborts at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(1);
      stop.abort();
    });
  return stop.signal;
}
