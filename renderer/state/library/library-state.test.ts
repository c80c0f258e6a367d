import { describe, expect, it } from 'vitest';

import { numberedAvatar } from '../../../tests/support/example-rows.ts';
import type { Avatar } from '../../core/avatars.ts';
import type { Batch } from '../../core/batches.ts';
import { newestOf } from './library-state.ts';

const scope = { profileId: 'guest', genesis: 'chain' };
const batch = (id: string, createdAt: number): Batch => ({
  ...scope,
  id,
  draftId: 'draft',
  size: 1024,
  state: 'done',
  items: [],
  createdAt,
});
const avatar = (id: number, batchId: string, createdAt: number): Avatar =>
  numberedAvatar(scope, id, { batchId, createdAt });

describe('what is shown while a large library is read', () => {
  const rows = { ledger: [], mints: [], orders: [] };

  it('is the batches whose avatars are all among the newest rows, in the order of the sheet', () => {
    const early = newestOf({
      ...rows,
      // 'a' began before the oldest row that was read, and 'x' isn't among the newest batches.
      avatars: [
        avatar(14, 'x', 15),
        avatar(12, 'a', 20),
        avatar(22, 'b', 32),
        avatar(21, 'b', 31),
        avatar(31, 'c', 41),
      ],
      batches: [batch('a', 10), batch('b', 30), batch('c', 40)],
    });
    expect(early?.avatars.map(({ id }) => id)).toEqual([31, 21, 22]);
    expect(early?.batches.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(early?.loaded).toBe(false);
    expect(early?.untouched).toBe(false);
  });

  it('is nothing when not even the newest batch is complete', () => {
    expect(
      newestOf({ ...rows, avatars: [avatar(12, 'a', 20)], batches: [batch('a', 10)] }),
    ).toBeUndefined();
  });
});
