import type { Database } from '../database.ts';

const STALE_MS = 120_000;
/** How often a running import renews its record. */
export const RENEW_MS = STALE_MS / 8;

/**
 * Removes pictures of imports that were never finished, because the app ended: they belong to no
 * avatar. A running import renews its record, so that another tab leaves it alone.
 */
export async function sweepImports(database: Database, now: number): Promise<void> {
  await database.transaction('rw', [database.device, database.pictures], async () => {
    const left = await database.device.get('import');
    if (left?.name !== 'import' || now - left.at < STALE_MS) return;
    await database.pictures.bulkDelete([...left.pictures]);
    await database.device.delete('import');
  });
}
