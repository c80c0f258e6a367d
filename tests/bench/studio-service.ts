import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { recipesSchema } from '../../studio/recipes.ts';
import { addBatch } from '../../studio/service/batches.ts';
import { openDatabase, type Database } from '../../studio/service/database.ts';
import { createReach } from '../../studio/service/reach.ts';
import { photoKey, type Storage } from '../../studio/service/storage.ts';
import { addToken } from '../../studio/service/tokens.ts';
import { uploadStorage } from '../../studio/service/uploads.ts';

/** The studio's database, in a folder of its own. */
export interface Service {
  readonly folder: string;
  readonly db: Database;
}

/** Opens it on a PostgreSQL, or embedded where `url` is empty; removes it after `run`. */
export async function withService<T>(
  url: string,
  run: (service: Service) => Promise<T>,
): Promise<T> {
  process.env['DATABASE_URL'] = url;
  const folder = mkdtempSync(join(tmpdir(), 'likeness-bench-'));
  const db = await openDatabase(folder);
  try {
    return await run({ folder, db });
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds a batch of so many photos with the same bytes; returns its id. */
export async function addPhotos(
  { db }: Service,
  storage: Storage,
  { count, bytes, recipes }: { count: number; bytes: Buffer; recipes: object },
): Promise<string> {
  const { id: token } = await addToken(db, 'bench', ['write']);
  const id = randomUUID();
  const photos = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    name: `person ${String(n)}`,
    hash: '00000001',
  }));
  // The first registers the upload.
  const upload = uploadStorage(db, storage);
  for (const [n, photo] of photos.entries())
    await (n === 0 ? upload : storage).put(photoKey(id, photo.id), bytes);
  const batch = { id, token, priority: 0, recipes: recipesSchema.parse(recipes), photos };
  await addBatch(db, { ...batch, webhook: undefined });
  return id;
}

/** What a worker needs besides storage and engine. */
export const workerOn = ({ db }: Service) => ({
  // Of several on the embedded database none takes another one for dead.
  db: { ...db, shared: true },
  reach: createReach(''),
  allowance: () => undefined,
  log: (text: string) => console.log(text),
});
