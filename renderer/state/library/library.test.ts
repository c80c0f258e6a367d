import { beforeEach, describe, expect, it, vi } from 'vitest';

import { fakeEngine } from '../../../tests/support/fake-engine.ts';
import { emptyDisk, memoryStore } from '../../../tests/support/memory-store.ts';
import { paidOrder } from '../../../tests/support/paid-order.ts';
import { HD_FORMATS, type Avatar } from '../../core/avatars.ts';
import { encodeBase58 } from '../../core/base58.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import { PLANS } from '../../core/plans.ts';
import type { Scope } from '../../core/scope.ts';
import type { Store } from '../../ports/store.ts';
import { observable, type Observable } from '../observable.ts';
import { createLibrary, type Library } from './library.ts';

const guest: Scope = { profileId: 'guest', genesis: 'chain' };
const avatar = (id: number, batchId: string, scope: Scope = guest): Avatar => ({
  ...scope,
  id,
  uid: `uid-${id}`,
  name: `Artistic ${id}`,
  recipe: { style: 'artistic', background: 'none', seed: id, options: {}, engine: 1 },
  size: 1024,
  bytes: 4,
  likeness: 0.97,
  softened: false,
  createdAt: id,
  downloads: 0,
  liked: false,
  batchId,
});
const picture = (id: number, scope: Scope = guest) => ({
  ...scope,
  uid: `uid-${id}`,
  full: new Blob([`full ${id}`], { type: 'image/png' }),
  thumb: new Blob([`thumb ${id}`], { type: 'image/webp' }),
});

let store: Store;
let scope: Observable<Scope | undefined>;
let chainSeen: boolean;
let answer: () => Promise<Scope>;
let saved: { name: string; content: Blob }[];
let library: Library;
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(async () => {
  store = memoryStore(emptyDisk());
  scope = observable<Scope | undefined>(guest);
  saved = [];
  chainSeen = true;
  answer = () => Promise.resolve(guest);
  library = createLibrary({
    store,
    scope: { ...scope, chainSeen: () => chainSeen, confirmed: () => answer() },
    downloads: {
      mostLifted: 3,
      save: (name, content) => (saved.push({ name, content }), Promise.resolve({})),
      async saveAll(name, files) {
        for await (const file of files) saved.push({ ...file, name: `${name}/${file.name}` });
        return {};
      },
    },
    engine: () => Promise.resolve(fakeEngine()),
  });
  library.subscribe(() => undefined);
  await settled();
});

describe('library', () => {
  it('saves several together under names of their own, and counts them when all are saved', async () => {
    const twins = [
      avatar(101, 'a'),
      { ...avatar(102, 'a'), name: 'artistic 101' },
      avatar(103, 'a'),
    ];
    await store.write(
      twins.flatMap(
        (row) =>
          [
            { table: 'avatars', put: row },
            { table: 'pictures', put: picture(row.id) },
          ] as const,
      ),
    );
    const counts: number[] = [];
    await library.exportAll(twins, 'png', {
      signal: new AbortController().signal,
      onSaved: (count) => counts.push(count),
    });
    expect(saved.map(({ name }) => name)).toEqual([
      'Likeness avatars/Artistic_101_avatar_hd.png',
      'Likeness avatars/artistic_101_avatar_hd (2).png',
      'Likeness avatars/Artistic_103_avatar_hd.png',
    ]);
    expect(await Promise.all(saved.map(({ content }) => content.text()))).toEqual([
      'full 101',
      'full 102',
      'full 103',
    ]);
    expect(counts).toEqual([1, 2, 3]);
    expect(
      await Promise.all(twins.map(async ({ uid }) => (await store.get('avatars', uid))?.downloads)),
    ).toEqual([1, 1, 1]);
  });

  it('gives several as files of one drag, and no more than one drag holds', async () => {
    const rows = [
      avatar(101, 'a'),
      { ...avatar(102, 'a'), name: 'Artistic 101' },
      avatar(103, 'a'),
    ];
    await store.write(
      rows.flatMap(
        (row) =>
          [
            { table: 'avatars', put: row },
            { table: 'pictures', put: picture(row.id) },
          ] as const,
      ),
    );
    const files = await library.files(rows);
    expect(files.map(({ name }) => name)).toEqual([
      'Artistic_101_avatar_hd.png',
      'Artistic_101_avatar_hd (2).png',
      'Artistic_103_avatar_hd.png',
    ]);
    expect(await Promise.all(files.map(({ content }) => content.text()))).toEqual([
      'full 101',
      'full 102',
      'full 103',
    ]);
    await expect(library.files([...rows, avatar(104, 'a')])).rejects.toMatchObject({
      code: 'drag-too-many',
    });
  });

  it('stops saving several when it is told to, and counts none of them', async () => {
    const rows = [avatar(101, 'a'), avatar(102, 'a'), avatar(103, 'a')];
    await store.write(
      rows.flatMap(
        (row) =>
          [
            { table: 'avatars', put: row },
            { table: 'pictures', put: picture(row.id) },
          ] as const,
      ),
    );
    const abort = new AbortController();
    const following = {
      signal: abort.signal,
      onSaved: (count: number) => count === 2 && abort.abort(),
    };
    await expect(library.exportAll(rows, 'png', following)).rejects.toMatchObject({
      code: 'engine-aborted',
    });
    expect(saved).toHaveLength(2);
    await store.write([{ table: 'pictures', remove: 'uid-101' }]);
    await expect(
      library.exportAll(rows, 'png', { ...following, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'download-failed' });
    expect((await store.get('avatars', 'uid-102'))?.downloads).toBe(0);
  });

  it('is untouched until the first avatar, order or credit', async () => {
    expect(library.snapshot()).toMatchObject({ loaded: true, untouched: true });
    await store.write([{ table: 'orders', put: paidOrder(guest, 'LK-1', { credits: 5 }) }]);
    await settled();
    expect(library.snapshot()).toMatchObject({ untouched: false, credits: { available: 5 } });
  });

  it('shows the newest batch first and keeps the order within it', async () => {
    await store.write(
      [103, 101, 105, 102].map((id) => ({
        table: 'avatars',
        put: avatar(id, id < 103 ? 'old' : 'new'),
      })),
    );
    await settled();
    expect(library.snapshot().avatars.map(({ id }) => id)).toEqual([103, 105, 101, 102]);
  });

  it('reads once for all that changes during a read, and shows the last of it', async () => {
    const reads = vi.spyOn(store, 'list');
    const rows = Array.from({ length: 50 }, (_none, at) => avatar(101 + at, 'b'));
    await Promise.all(rows.map((put) => store.write([{ table: 'avatars', put }])));
    await settled();
    expect(library.snapshot().avatars).toEqual(rows);
    expect(reads.mock.calls.filter(([table]) => table === 'avatars').length).toBeLessThan(5);
  });

  it('drops one profile’s pictures in the same moment as the profile', async () => {
    await store.write([{ table: 'avatars', put: avatar(101, 'b') }]);
    await settled();
    scope.set({ profileId: 'wallet:x', genesis: 'chain' });
    expect(library.snapshot().avatars).toEqual([]);
    await settled();
    expect(library.snapshot()).toMatchObject({ loaded: true, avatars: [] });
  });

  it('opens, empty, before any chain was seen: it need not answer, or may fail to', async () => {
    chainSeen = false;
    answer = () => new Promise(() => undefined);
    scope.set(undefined);
    expect(library.snapshot()).toMatchObject({ loaded: true, untouched: true });
    answer = () => Promise.reject(new Error('offline'));
    scope.set(undefined);
    await settled();
    expect(library.snapshot()).toMatchObject({ loaded: true, untouched: true });
  });

  it('waits for the chain once one was seen: something may be stored', async () => {
    answer = () => new Promise(() => undefined);
    scope.set(undefined);
    await settled();
    expect(library.snapshot()).toMatchObject({ loaded: false });
  });

  it('stays untouched for someone who only looked at the payment page', async () => {
    const order = createOrder({
      plan: PLANS.basic,
      scope: guest,
      treasury: encodeBase58(new Uint8Array(32).fill(9)),
      slot: 1,
      now: 1,
      random: (length) => new Uint8Array(length).fill(7),
    });
    await store.write([{ table: 'orders', put: order }]);
    await settled();
    expect(library.snapshot()).toMatchObject({ untouched: true });
    await store.write([
      { table: 'orders', put: { ...order, state: { kind: 'failed', reason: 'payment-failed' } } },
    ]);
    await settled();
    expect(library.snapshot()).toMatchObject({ untouched: false });
  });

  it('saves under the promised names and counts', async () => {
    await store.write([
      { table: 'avatars', put: avatar(101, 'b') },
      { table: 'pictures', put: picture(101) },
    ]);
    await library.download(avatar(101, 'b'), 'jpg');
    for (const format of HD_FORMATS) await library.download(avatar(101, 'b'), format);
    expect(saved.map(({ name, content }) => [name, content.type])).toEqual([
      ['Artistic_101_avatar.jpg', 'image/jpeg'],
      ['Artistic_101_avatar_hd.png', 'image/png'],
      ['Artistic_101_avatar_hd.jpg', 'image/jpeg'],
      ['Artistic_101_avatar_hd.webp', 'image/webp'],
    ]);
    await settled();
    expect(library.snapshot().avatars[0]?.downloads).toBe(4);
  });

  it('counts what was handed on, from nothing in rows of earlier versions', async () => {
    await store.write([{ table: 'avatars', put: avatar(101, 'b') }]);
    await library.shared('uid-101');
    await library.shared('uid-101');
    await settled();
    expect(library.snapshot().avatars[0]).toMatchObject({ shares: 2, downloads: 0 });
  });

  it('removes and brings back, picture and all', async () => {
    await store.write([
      { table: 'avatars', put: avatar(101, 'b') },
      { table: 'pictures', put: picture(101) },
    ]);
    const undo = await library.remove('uid-101');
    expect(await store.get('pictures', 'uid-101')).toBeUndefined();
    await undo();
    await settled();
    expect(library.snapshot().avatars).toHaveLength(1);
    expect(await (await library.picture('uid-101'))?.full.text()).toBe('full 101');
  });

  it('renames to something that fits a label', async () => {
    await store.write([{ table: 'avatars', put: avatar(101, 'b') }]);
    await library.rename('uid-101', '  My   portrait ');
    await library.rename('uid-101', '   ');
    await settled();
    expect(library.snapshot().avatars[0]?.name).toBe('My portrait');
  });
});
