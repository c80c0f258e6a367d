import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { exampleAvatar, exampleDraft } from '../../tests/support/example-rows.ts';
import { ledgerRow, type LedgerEntry } from '../core/credits.ts';
import type { Rows, Store, Table } from '../ports/store.ts';
import { plainCodec, type Codec } from './codec.ts';
import { Database } from './database.ts';
import { followRows } from './following.ts';
import { createStore } from './index.ts';
import { createKeyStore } from './key-store.ts';
import { RowCodec } from './rows.ts';

const scope = { profileId: 'guest', genesis: 'chain-1' } as const;
const entry = (id: string, at: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...ledgerRow(scope, 'grant', id, 'order', at),
  ...more,
});

let name: string;
let store: Store;
beforeEach(() => {
  name = crypto.randomUUID();
  store = createStore({ name });
});

describe('write', () => {
  it('makes all of it or none of it, across tables', async () => {
    const uncloneable = { ...exampleDraft('d'), fileName: (() => 'not data') as unknown as string };
    await expect(
      store.write([
        { table: 'ledger', put: entry('e', 1) },
        { table: 'drafts', put: uncloneable },
      ]),
    ).rejects.toThrow();
    expect(await store.get('ledger', 'e')).toBeUndefined();
  });

  it('refuses a row without a key', async () => {
    await expect(store.write([{ table: 'drafts', put: exampleDraft('') }])).rejects.toThrow(
      TypeError,
    );
  });
});

it('an update sees nothing where there is nothing, and may write other tables', async () => {
  await store.update('drafts', 'd', (row) => {
    expect(row).toBeUndefined();
    return [{ table: 'ledger', put: entry('e', 1) }];
  });
  expect(await store.get('ledger', 'e')).toEqual(entry('e', 1));
});

it('a watcher hears nothing of other tables, and nothing after it was stopped', async () => {
  await store.write([{ table: 'drafts', put: exampleDraft('opens the database') }]);
  const ledger = vi.fn();
  const stopped = vi.fn();
  store.watch(['ledger'], ledger);
  store.watch(['drafts'], stopped)();
  const committed = new Promise<void>((resolve) => void store.watch(['drafts'], resolve));
  await store.write([{ table: 'drafts', put: exampleDraft('d') }]);
  await committed;
  expect(ledger).not.toHaveBeenCalled();
  expect(stopped).not.toHaveBeenCalled();
});

it('an avatar number is never given twice', async () => {
  const firsts = await Promise.all([
    store.nextAvatarIds(3),
    store.nextAvatarIds(1),
    createStore({ name }).nextAvatarIds(2),
  ]);
  expect(Math.min(...firsts)).toBe(101);
  expect(await store.nextAvatarIds(1)).toBe(107);
});

it('a profile’s codec is the only way in and out', async () => {
  /** Reverses JSON text: enough to prove that every row passes through it. */
  const reversing: Codec = {
    seal: (row) => Promise.resolve(JSON.stringify(row).split('').reverse().join('')),
    open: (body) =>
      Promise.resolve(JSON.parse(String(body).split('').reverse().join('')) as unknown),
    name: (_table, key) => Promise.resolve(key),
    hidesTimes: false,
  };
  const sealed = createStore({
    name,
    keyStore: { codecFor: () => reversing, vault: () => undefined },
  });
  await sealed.write([{ table: 'drafts', put: exampleDraft('d') }]);
  expect(await sealed.get('drafts', 'd')).toEqual(exampleDraft('d'));
  expect(typeof (await new Database(name).drafts.get('d'))?.body).toBe('string');
});

it('opens a draft again once it has changed, and none while its account is locked', async () => {
  const opened = vi.fn((body: unknown) => Promise.resolve(body));
  const keyStore = createKeyStore();
  const anotherPage = createKeyStore();
  anotherPage.hold('email:mine', plainCodec);
  const unlock = (): void => keyStore.hold('email:mine', { ...plainCodec, open: opened });
  const draft = { ...exampleDraft('d'), profileId: 'email:mine' };
  const write = (fileName: string) =>
    createStore({ name, keyStore: anotherPage }).write([
      { table: 'drafts', put: { ...draft, fileName } },
    ]);
  unlock();
  store = createStore({ name, keyStore });
  await write('one');
  expect(await store.get('drafts', 'd')).toMatchObject({ fileName: 'one' });
  expect(await store.list('drafts', draft)).toMatchObject([{ fileName: 'one' }]);
  expect(opened).toHaveBeenCalledTimes(1);
  await write('another');
  expect(await store.get('drafts', 'd')).toMatchObject({ fileName: 'another' });
  keyStore.drop();
  await expect(store.get('drafts', 'd')).rejects.toMatchObject({ code: 'storage-locked' });
  unlock();
  expect(await store.get('drafts', 'd')).toMatchObject({ fileName: 'another' });
  expect(opened).toHaveBeenCalledTimes(3);
});

it('the database closes for a newer version and says so', async () => {
  const superseded = new Promise<void>((resolve) => {
    store = createStore({ name, onSuperseded: resolve });
  });
  await store.write([{ table: 'drafts', put: exampleDraft('opens the database') }]);
  const newer = new Dexie(name);
  newer.version(9).stores({ more: '&id' });
  await newer.open();
  onTestFinished(() => newer.close());
  await superseded;
  await expect(store.get('drafts', 'd')).rejects.toMatchObject({ code: 'storage-superseded' });
});

it('the database closes for a tab that erases it and says so', async () => {
  const onSuperseded = vi.fn();
  const erased = new Promise<void>((resolve) => {
    store = createStore({ name, onSuperseded, onErased: resolve });
  });
  await store.write([{ table: 'drafts', put: exampleDraft('opens the database') }]);
  await createStore({ name }).erase();
  await erased;
  expect(onSuperseded).not.toHaveBeenCalled();
});

describe('the lazy store', () => {
  it('opens no database to read from a device on which nothing was stored', async () => {
    expect(await store.get('drafts', 'x')).toBeUndefined();
    expect(await store.listAll('orders', 'g')).toEqual([]);
    expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name);
  });

  it('attaches what was watched before the first write', async () => {
    const committed = new Promise<void>((resolve) => store.watch(['ledger'], resolve));
    await store.write([{ table: 'ledger', put: entry('e', 1) }]);
    await committed;
    expect(await createStore({ name }).get('ledger', 'e')).toEqual(entry('e', 1));
  });
});

describe('the whole database', () => {
  it('counts its rows, and nothing where nothing was ever stored', async () => {
    expect((await store.counts()).ledger).toBe(0);
    await store.write([
      { table: 'ledger', put: entry('a', 1) },
      { table: 'ledger', put: entry('b', 2, { profileId: 'other', genesis: 'chain-2' }) },
      { table: 'drafts', put: exampleDraft('d') },
    ]);
    expect(await store.counts()).toMatchObject({ ledger: 2, drafts: 1, avatars: 0, messages: 0 });
  });

  it('is gone once it is erased', async () => {
    await store.write([{ table: 'ledger', put: entry('a', 1) }]);
    await store.draftPhotos.put('d', new Blob(['photo']));
    await store.erase();
    expect((await indexedDB.databases()).some((database) => database.name === name)).toBe(false);
    expect(await createStore({ name }).list('ledger', scope)).toEqual([]);
  });
});

describe('following many rows', { timeout: 60_000 }, () => {
  /** What a follower of these tables is given at first, and whether it is all. */
  const followed = async <T extends Table>(tables: readonly T[], calls: number) => {
    const heard: { rows: { readonly [K in T]: readonly Rows[K][] }; complete: boolean }[] = [];
    const stop = createStore({ name }).follow(
      tables,
      scope,
      (rows, complete) => heard.push({ rows, complete }),
      (thrown) => {
        throw thrown;
      },
    );
    await vi.waitFor(() => expect(heard).toHaveLength(calls), { timeout: 30_000 });
    stop();
    return heard;
  };
  /** Of the ledger alone: the first and last id, how many, and whether all. */
  const heard = async (calls: number) =>
    (await followed(['ledger', 'orders'], calls)).map(({ rows: { ledger, orders }, complete }) => {
      expect(orders).toEqual([]);
      return [ledger[0]?.id, ledger.at(-1)?.id, ledger.length, complete];
    });
  const write = (count: number, at: (n: number) => number) =>
    store.write(
      Array.from({ length: count }, (_none, n) => ({
        table: 'ledger',
        put: entry(`e${String(n)}`, at(n)),
      })),
    );

  it('brings the newest first, and then all', async () => {
    await write(1_000, (n) => n);
    expect(await heard(2)).toEqual([
      ['e600', 'e999', 400, false],
      ['e0', 'e999', 1_000, true],
    ]);
  });

  it('brings all after one of the tables couldn’t be read', async () => {
    await write(1_000, (n) => n);
    let reads = 0;
    const failed = vi.fn();
    const heard: [number, boolean][] = [];
    const stop = followRows(
      {
        database: new Database(name),
        codec: new RowCodec(createKeyStore(), Date.now),
        asked: () => false,
        guarded: async (read) => {
          reads += 1;
          if (reads === 2) throw new Error('the storage failed');
          return read();
        },
      },
      ['ledger', 'orders'],
      scope,
      ({ ledger }, complete) => heard.push([ledger.length, complete]),
      failed,
    );
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
    await store.write([{ table: 'ledger', put: entry('e0', 0) }]);
    await vi.waitFor(() => expect(heard.at(-1)).toEqual([1_000, true]), { timeout: 30_000 });
    stop();
  });

  it('begins with a whole batch, however large it is', async () => {
    const size = 200;
    for (const batch of [1, 2, 3]) {
      const batchId = `b${String(batch)}`;
      await store.write([
        {
          table: 'batches',
          put: {
            ...scope,
            id: batchId,
            draftId: 'd',
            size: 1024,
            state: 'done',
            items: [],
            createdAt: batch * 1_000,
          },
        },
        ...Array.from({ length: size }, (_none, n) => ({
          table: 'avatars' as const,
          put: exampleAvatar(scope, `${batchId}-${String(n)}`, {
            id: batch * 1_000 + n,
            createdAt: batch * 1_000 + n + 1,
            batchId,
          }),
        })),
      ]);
    }
    const found = await followed(['avatars', 'batches'], 2);
    // One more avatar shows that none of the newest batch is missing.
    expect(
      found.map(({ rows, complete }) => [rows.avatars.length, rows.batches.length, complete]),
    ).toEqual([
      [size + 1, 2, false],
      [3 * size, 3, true],
    ]);
  });

  it('brings a single page at once', async () => {
    await write(399, (n) => n);
    expect(await heard(1)).toEqual([['e0', 'e398', 399, true]]);
  });

  it('reads each once, even if many were created in one moment', async () => {
    await write(1_000, () => 5);
    const [, all] = await heard(2);
    expect(all?.[2]).toBe(1_000);
    expect(all?.[3]).toBe(true);
  });
});
