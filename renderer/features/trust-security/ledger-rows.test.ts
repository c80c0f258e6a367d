import { describe, expect, it } from 'vitest';

import type { RequestRecord } from '../../ports/requests.ts';
import { crossCheck, ledgerRows } from './trust-security-screen.tsx';

const record = (id: number, label: string, more: Partial<RequestRecord> = {}): RequestRecord => ({
  id,
  at: id * 1_000,
  purpose: 'chain',
  host: 'rpc.example',
  label,
  bytesUp: 100,
  bytesDown: 10,
  photoBytes: 0,
  avatarBytes: 0,
  status: 'done',
  ...more,
});

describe('the request ledger', () => {
  it('is newest first, in the order of asking whatever answered first', () => {
    expect(
      ledgerRows([record(2, 'b'), record(1, 'a'), record(3, 'c')]).map(({ label }) => label),
    ).toEqual(['c', 'b', 'a']);
  });

  it('makes one row of a run, with its bytes added up', () => {
    const rows = ledgerRows([
      record(1, 'poll'),
      record(2, 'poll'),
      record(3, 'send', { photoBytes: 7 }),
      record(4, 'poll'),
    ]);
    expect(rows.map(({ label, times, bytesUp }) => [label, times, bytesUp])).toEqual([
      ['poll', 1, 100],
      ['send', 1, 100],
      ['poll', 2, 200],
    ]);
    expect(rows[1]?.photoBytes).toBe(7);
  });

  it('keeps hosts, purposes and outcomes apart', () => {
    expect(
      ledgerRows([
        record(1, 'x'),
        record(2, 'x', { host: 'other.example' }),
        record(3, 'x', { purpose: 'faucet' }),
        record(4, 'x', { status: 'failed' }),
        record(5, 'x', { status: 'open' }),
      ]),
    ).toHaveLength(5);
  });

  it('loses no byte', () => {
    const records = [record(1, 'a'), record(2, 'a'), record(3, 'b', { bytesUp: 5 })];
    expect(ledgerRows(records).reduce((sum, { bytesUp }) => sum + bytesUp, 0)).toBe(205);
  });
});

it('accounts for the app’s own files and for what the ledger lists, and for nothing else', () => {
  const seen = (origin: string) => ({ origin, page: 1, workers: 0 });
  const checked = crossCheck(
    [
      seen('https://likeness.example'),
      seen('https://rpc.example:8899'),
      seen('https://elsewhere.example'),
    ],
    'https://likeness.example',
    [record(1, 'getSlot', { host: 'rpc.example:8899' })],
  );
  expect(checked.map(({ kind }) => kind)).toEqual(['own', 'listed', 'unlisted']);
});
