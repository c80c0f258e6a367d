import { describe, expect, it, vi } from 'vitest';

import { exampleAvatar } from '../../../tests/support/example-rows.ts';
import { emptyStorage, memoryStore } from '../../../tests/support/memory-store.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';
import { SENTENCES } from '../../core/errors.ts';
import { createState } from '../../core/subscribable.ts';
import type { RenderProgress } from '../generation/index.ts';
import { batchNotice, watchBatches } from './watch-batches.ts';

const scope = { profileId: 'guest', genesis: 'chain' };
const { recipe } = exampleAvatar(scope);
const items = (...states: BatchItem['state'][]): BatchItem[] =>
  states.map((state, index) => ({
    uid: `${index}`,
    avatarId: 101 + index,
    name: `Artistic ${index + 1}`,
    recipe,
    state,
  }));
const batch = (id: string, state: Batch['state'], ...states: BatchItem['state'][]): Batch => ({
  ...scope,
  id,
  draftId: 'draft',
  size: 1024,
  state,
  items: items(...states),
  createdAt: 0,
});

function simulation({ wanted = true } = {}) {
  const store = memoryStore(emptyStorage());
  const renderProgress = createState<RenderProgress>(new Map());
  const attention = { progress: vi.fn(), notify: vi.fn() };
  const stop = watchBatches({ store, renderProgress, attention, wanted: () => wanted });
  return {
    attention,
    stop,
    keep: (row: Batch) => store.write([{ table: 'batches', put: row }]),
    works: async (...works: [id: string, uid: string, done: number][]) => {
      renderProgress.set(new Map(works.map(([id, uid, done]) => [id, { uid, done }])));
      await settle();
    },
    shown: () => attention.progress.mock.calls.map(([done]) => done as number | undefined),
  };
}

describe('what a batch shows on the taskbar', () => {
  it('is one bar for all of them, in whole percents, and ends with the last', async () => {
    const { keep, works, shown } = simulation();
    await keep(batch('a', 'running', 'done', 'waiting'));
    await works(['a', '1', 0]);
    await works(['a', '1', 0.5]);
    await works(['a', '1', 0.501]);
    await keep(batch('b', 'running', 'waiting', 'waiting'));
    await works(['a', '1', 0.5], ['b', '0', 0.5]);
    await keep(batch('a', 'done', 'done', 'done'));
    await works(['b', '0', 0.5]);
    await keep(batch('b', 'cancelled', 'cancelled', 'cancelled'));
    await works();
    expect(shown()).toEqual([0.5, 0.75, 0.5, 0.25, undefined]);
  });

  it('disappears once it is stopped', async () => {
    const { keep, works, shown, stop } = simulation();
    await keep(batch('a', 'running', 'waiting'));
    stop();
    await works(['a', '0', 0.5]);
    expect(shown()).toEqual([]);
  });
});

describe('the notice about a batch', () => {
  it('says once how it ended', async () => {
    const { keep, works, attention } = simulation();
    await keep(batch('a', 'running', 'waiting', 'waiting'));
    await works(['a', '0', 0]);
    expect(attention.notify).not.toHaveBeenCalled();
    await keep(batch('a', 'done', 'done', 'done'));
    await works();
    await works(['c', '0', 0]);
    expect(attention.notify).toHaveBeenCalledExactlyOnceWith({
      title: '2 avatars ready',
      body: 'They are in your library.',
      path: '/dashboard',
    });
  });

  it('comes for one that ends while another is being read', async () => {
    const { keep, works, attention } = simulation();
    await keep(batch('a', 'done', 'done'));
    await Promise.all([works(['a', '0', 0]), works()]);
    expect(attention.notify).toHaveBeenCalledOnce();
  });

  it('isn’t sent to users who don’t want it', async () => {
    const { keep, works, attention } = simulation({ wanted: false });
    await keep(batch('a', 'done', 'done'));
    await works(['a', '0', 0]);
    await works();
    expect(attention.notify).not.toHaveBeenCalled();
  });

  it.each<[Batch, string | undefined, string?]>([
    [batch('a', 'done', 'done'), '1 avatar ready', 'It is in your library.'],
    [
      batch('a', 'done', 'done', 'failed'),
      '1 avatar ready',
      '1 avatar could not be made; nothing was charged for it.',
    ],
    [
      batch('a', 'done', 'failed', 'failed'),
      'No avatar could be made',
      'Nothing was charged, and your credits are back.',
    ],
    [
      { ...batch('a', 'paused', 'done', 'waiting'), pausedFor: 'storage-full' },
      'Paused after 1 of 2 avatars',
      SENTENCES['storage-full'],
    ],
    [batch('a', 'paused', 'done', 'waiting'), undefined],
    [batch('a', 'cancelled', 'done', 'cancelled'), undefined],
    [batch('a', 'running', 'waiting'), undefined],
  ])('reads %#', (row, title, body) => {
    expect(batchNotice(row)).toEqual(
      title === undefined ? undefined : { title, body, path: '/dashboard' },
    );
  });
});
