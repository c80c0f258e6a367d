import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';

import { openDatabase } from './database.ts';

it('gives back every value as it was stored, whatever stands in it', async () => {
  vi.stubEnv('DATABASE_URL', '');
  const folder = mkdtempSync(join(tmpdir(), 'likeness-database-'));
  const db = await openDatabase(folder);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const texts = [
    "O'Brien",
    "'); drop table batches; --",
    'C:\\photos\\x',
    '\\',
    "\\'",
    '{"a,b"}',
    '$1',
    'two\nlines',
    '',
    'null',
  ];
  const at = new Date(1_700_000_000_123);
  const select =
    'select $1::text as text, $2::text[] as texts, $3::jsonb as json, $4::timestamptz as at, $5::int as number, $6::boolean as yes, $7::text as nothing';
  for (const text of texts)
    expect(await db.query(select, [text, texts, { [text]: texts }, at, 7, true, null])).toEqual([
      { text, texts, json: { [text]: texts }, at, number: 7, yes: true, nothing: null },
    ]);
});
