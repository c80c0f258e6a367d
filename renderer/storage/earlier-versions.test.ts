import 'fake-indexeddb/auto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

import { ERRORS } from '../core/errors.ts';
import { readRow, rowVersion } from '../core/rows/read-row.ts';
import { DEFAULT_SETTINGS } from '../core/validation.ts';
import type { Rows, Table, UnreadRow } from '../ports/store.ts';
import { Database, type StoredRow } from './database.ts';
import { createStore } from './index.ts';
import { keyOf, TABLES } from './rows.ts';

/**
 * Rows as the app wrote them on that day, one a line: every state, and every combination of
 * properties that the tests produce. What these files say is never changed; a change of a row's shape
 * adds a new one.
 */
const WRITTEN = ['2026-11-22', '2026-11-26', '2026-11-30'] as const;
/** Tables that earlier apps didn't have. */
const SINCE: Partial<Record<Table, string>> = { looks: '2026-11-26' };

interface Written {
  readonly table: Table;
  readonly version?: number;
  readonly row: unknown;
}

async function written(day: string): Promise<Written[]> {
  const file = new URL(`../../tests/fixtures/rows/${day}.jsonl`, import.meta.url);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line, revived) as Written);
}

function revived(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$bigint' in value) return BigInt(String(value.$bigint));
  if ('$blob' in value) return new Blob(['picture'], { type: String(value.$blob) });
  return value;
}

describe.each(WRITTEN)('what the app wrote on %s', (day) => {
  it('is read, every field of it, from the database', async () => {
    const name = crypto.randomUUID();
    const database = new Database(name);
    const store = createStore({ name });
    let unread: readonly UnreadRow[] = [];
    store.watchUnread((now) => (unread = now));
    const rows = await written(day);
    for (const { table, version, row } of rows) {
      const content = row as Rows[Table];
      const stored: StoredRow = {
        key: String((row as Record<string, unknown>)[keyOf(table)]),
        profileId: content.profileId,
        genesis: content.genesis,
        createdAt: 1,
        revision: crypto.randomUUID(),
        ...(version !== undefined && { version }),
        body: row,
      };
      // One at a time: some are the same row at different moments.
      await database[table].put(stored);
      const read = await store.get(table, stored.key);
      expect(read).toMatchObject(content);
      expect(await store.list(table, content)).toContainEqual(read);
    }
    expect(unread).toEqual([]);
  });

  it('has rows of every table that an earlier app had', async () => {
    const tables = new Set((await written(day)).map(({ table }) => table));
    const had = TABLES.filter((table) => day >= (SINCE[table] ?? ''));
    expect(had.filter((table) => !tables.has(table))).toEqual([]);
  });
});

it('older settings get the missing ones', () => {
  const fewer = { id: 'guest', profileId: 'guest', genesis: 'any', email: 'ada@example.com' };
  expect(readRow('settings', fewer)).toEqual({
    row: { ...DEFAULT_SETTINGS, ...fewer },
    unknown: false,
  });
  // In a version that wrote all of them, a row that lacks some is damaged.
  expect(readRow('settings', fewer, rowVersion('settings'))).toMatchObject({ problem: 'damaged' });
});

it('every code that a row may hold as its reason is listed and still exists', async () => {
  const file = new URL('../../tests/fixtures/rows/error-codes.txt', import.meta.url);
  const listed = (await readFile(file, 'utf8')).trim().split(/\s+/);
  expect(listed).toEqual(Object.keys(ERRORS).toSorted());
});
