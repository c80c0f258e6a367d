import type { Table } from '../ports/store.ts';
import type { Database, StoredRow } from './database.ts';
import type { RowCodec } from './rows.ts';
import { fileOf } from './unread.ts';

/**
 * Some profiles' unreadable rows as a JSON file: those in their tables, and those that were set
 * aside when their place was needed.
 */
export async function copyUnread(
  database: Database,
  codec: RowCodec,
  profileIds: readonly string[],
): Promise<Blob> {
  // A row that can't be opened is copied in its sealed form.
  const content = (table: Table, row: StoredRow): Promise<unknown> =>
    codec.content(table, row).catch(() => row.body);
  const unread = codec.unread.all().filter(({ profileId }) => profileIds.includes(profileId));
  const inPlace = await Promise.all(
    unread.map(async ({ table, key, problem, where }) => {
      const row = await database[table].get(key);
      return row && { table, problem, where, row, content: await content(table, row) };
    }),
  );
  const aside = await database.aside
    .where('profileId')
    .anyOf([...profileIds])
    .toArray();
  const kept = await Promise.all(
    aside.map(async ({ table, row }) => ({
      table,
      row,
      content: await content(table as Table, row),
    })),
  );
  return fileOf([...inPlace.filter((row) => row !== undefined), ...kept]);
}
