import { describe, expect, it } from 'vitest';

import type { Avatar } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import { sheetEntries } from './own-sheet.tsx';

const avatar = (id: number, batchId: string) =>
  ({ id, uid: `u${id}`, batchId }) as unknown as Avatar;
const batch = (id: string, state: Batch['state'], ids: readonly number[]) =>
  ({
    id,
    state,
    items: ids.map((n) => ({ uid: `u${n}`, avatarId: n, state: 'waiting' })),
  }) as unknown as Batch;

describe('sheetEntries', () => {
  it('lets every avatar get ready in its own place', () => {
    const before = sheetEntries([avatar(101, 'old')], [batch('new', 'running', [102, 103, 104])]);
    const after = sheetEntries(
      [avatar(102, 'new'), avatar(101, 'old')],
      [batch('new', 'running', [102, 103, 104])],
    );
    expect(before.map(({ id }) => id)).toEqual([102, 103, 104, 101]);
    expect(after.map(({ id, kind }) => [id, kind])).toEqual([
      [102, 'ready'],
      [103, 'processing'],
      [104, 'processing'],
      [101, 'ready'],
    ]);
  });

  it('shows nothing of batches that have ended', () => {
    expect(sheetEntries([], [batch('gone', 'cancelled', [101])])).toEqual([]);
  });
});
