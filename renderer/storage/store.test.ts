import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import type { LedgerEntry } from '../core/credits.ts';
import type { Draft } from '../core/drafts.ts';
import type { Store, Table } from '../ports/store.ts';
import type { Codec } from './codec.ts';
import { Database } from './database.ts';
import { createStore } from './index.ts';

const scope = { profileId: 'guest', genesis: 'chain-1' } as const;
const entry = (id: string, at: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...scope,
  id,
  kind: 'grant',
  amount: 1,
  cause: 'order',
  at,
  ...more,
});
const draft = (id: string, seed: number): Draft => ({
  ...scope,
  id,
  fileName: 'me.png',
  width: 800,
  height: 600,
  style: 'realistic',
  background: 'none',
  seed,
  options: {},
  createdAt: 1,
});

/** Resolves with the next commit that touches the tables. */
const commit = (store: Store, ...tables: Table[]) =>
  new Promise<void>((resolve) => {
    const stop = store.watch(tables, () => {
      stop();
      resolve();
    });
  });

let name: string;
let store: Store;
beforeEach(() => {
  name = crypto.randomUUID();
  store = createStore({ name });
});

describe('rows', () => {
  it('come back as they were written, bigint and Blob included', async () => {
    const full = new Blob(['full'], { type: 'image/png' });
    const thumb = new Blob(['thumb'], { type: 'image/webp' });
    await store.write([{ table: 'pictures', put: { ...scope, uid: 'a', full, thumb } }]);
    const picture = await store.get('pictures', 'a');
    expect(picture).toMatchObject({ ...scope, uid: 'a' });
    expect(await picture?.full.text()).toBe('full');
    expect(picture?.full.type).toBe('image/png');
    expect(await picture?.thumb.text()).toBe('thumb');
  });

  it('are listed by creation, for one profile on one chain', async () => {
    await store.write([
      { table: 'ledger', put: entry('late', 30) },
      { table: 'ledger', put: entry('early', 10) },
      { table: 'ledger', put: entry('other profile', 5, { profileId: 'wallet:x' }) },
      { table: 'ledger', put: entry('other chain', 5, { genesis: 'chain-2' }) },
    ]);
    expect((await store.list('ledger', scope)).map(({ id }) => id)).toEqual(['early', 'late']);
    expect((await store.listAll('ledger', 'chain-1')).map(({ id }) => id)).toEqual([
      'other profile',
      'early',
      'late',
    ]);
  });

  it('survive the connection', async () => {
    await store.write([{ table: 'drafts', put: draft('d', 7) }]);
    expect(await createStore({ name }).get('drafts', 'd')).toEqual(draft('d', 7));
  });

  it('are removed', async () => {
    await store.write([{ table: 'drafts', put: draft('d', 7) }]);
    await store.write([{ table: 'drafts', remove: 'd' }]);
    expect(await store.get('drafts', 'd')).toBeUndefined();
  });
});

describe('write', () => {
  it('makes all of it or none of it, across tables', async () => {
    const uncloneable = { ...draft('d', 1), fileName: (() => 'not data') as unknown as string };
    await expect(
      store.write([
        { table: 'ledger', put: entry('e', 1) },
        { table: 'drafts', put: uncloneable },
      ]),
    ).rejects.toThrow();
    expect(await store.get('ledger', 'e')).toBeUndefined();
  });

  it('refuses a row without a key', async () => {
    await expect(store.write([{ table: 'drafts', put: draft('', 1) }])).rejects.toThrow(TypeError);
  });
});

describe('update', () => {
  it('loses no change if many happen at once, from two connections', async () => {
    await store.write([{ table: 'drafts', put: draft('d', 0) }]);
    const other = createStore({ name });
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? store : other).update('drafts', 'd', (row) =>
          row ? [{ table: 'drafts', put: { ...row, seed: row.seed + 1 } }] : [],
        ),
      ),
    );
    expect((await store.get('drafts', 'd'))?.seed).toBe(40);
  });

  it('sees nothing where there is nothing, and may write other tables', async () => {
    await store.update('drafts', 'd', (row) => {
      expect(row).toBeUndefined();
      return [{ table: 'ledger', put: entry('e', 1) }];
    });
    expect(await store.get('ledger', 'e')).toEqual(entry('e', 1));
  });

  it('writes nothing if the change throws, and passes the error on', async () => {
    const failure = new Error('not now');
    await expect(
      store.update('drafts', 'd', () => {
        throw failure;
      }),
    ).rejects.toBe(failure);
  });
});

describe('watch', () => {
  it('reports a commit to a watched table, from any connection, once it can be read', async () => {
    await store.write([{ table: 'ledger', put: entry('opens the database', 1) }]);
    const committed = commit(store, 'drafts');
    await createStore({ name }).write([{ table: 'drafts', put: draft('d', 3) }]);
    await committed;
    expect((await store.get('drafts', 'd'))?.seed).toBe(3);
  });

  it('is silent about other tables and after it was stopped', async () => {
    await store.write([{ table: 'drafts', put: draft('opens the database', 1) }]);
    const ledger = vi.fn();
    const stopped = vi.fn();
    store.watch(['ledger'], ledger);
    store.watch(['drafts'], stopped)();
    const committed = commit(store, 'drafts');
    await store.write([{ table: 'drafts', put: draft('d', 3) }]);
    await committed;
    expect(ledger).not.toHaveBeenCalled();
    expect(stopped).not.toHaveBeenCalled();
  });
});

describe('payments and numbers', () => {
  it('lets one order hold a payment, however many claim it', async () => {
    const holders = await Promise.all(
      ['a', 'b', 'c'].map((order) => store.claimPayment('chain-1', 'signature', order, () => [])),
    );
    expect(new Set(holders).size).toBe(1);
    expect(await store.paymentHolder('chain-1', 'signature')).toBe(holders[0]);
    expect(await store.paymentHolder('chain-2', 'signature')).toBeUndefined();
  });

  it('never gives an avatar number twice', async () => {
    const firsts = await Promise.all([
      store.nextAvatarIds(3),
      store.nextAvatarIds(1),
      createStore({ name }).nextAvatarIds(2),
    ]);
    expect(Math.min(...firsts)).toBe(101);
    expect(await store.nextAvatarIds(1)).toBe(107);
  });
});

describe('codec', () => {
  /** Reverses JSON text: enough to prove that every row passes through it. */
  const reversing: Codec = {
    seal: (row) => Promise.resolve(JSON.stringify(row).split('').reverse().join('')),
    open: (body) =>
      Promise.resolve(JSON.parse(String(body).split('').reverse().join('')) as unknown),
    name: (_table, key) => Promise.resolve(key),
    hidesTimes: false,
  };

  it('is the only way in and out', async () => {
    const sealed = createStore({
      name,
      keyStore: { codecFor: () => reversing, vault: () => undefined },
    });
    await sealed.write([{ table: 'drafts', put: draft('d', 5) }]);
    expect(await sealed.get('drafts', 'd')).toEqual(draft('d', 5));
    expect(typeof (await new Database(name).drafts.get('d'))?.body).toBe('string');
  });

  it('of a locked profile neither reads nor writes its rows', async () => {
    await store.write([{ table: 'drafts', put: draft('d', 5) }]);
    const locked = createStore({
      name,
      keyStore: { codecFor: () => undefined, vault: () => undefined },
    });
    await expect(locked.get('drafts', 'd')).rejects.toMatchObject({ code: 'storage-locked' });
    await expect(locked.update('drafts', 'd', () => [])).rejects.toMatchObject({
      code: 'storage-locked',
    });
    await expect(locked.write([{ table: 'drafts', put: draft('d', 6) }])).rejects.toMatchObject({
      code: 'storage-locked',
    });
    expect(await locked.listAll('drafts', scope.genesis)).toEqual([]);
  });
});

it('the database closes for a newer version and says so', async () => {
  const superseded = new Promise<void>((resolve) => {
    store = createStore({ name, onSuperseded: resolve });
  });
  await store.write([{ table: 'drafts', put: draft('opens the database', 1) }]);
  const newer = new Dexie(name);
  newer.version(9).stores({ more: '&id' });
  await newer.open();
  onTestFinished(() => newer.close());
  await superseded;
  await expect(store.get('drafts', 'd')).rejects.toMatchObject({ code: 'storage-superseded' });
});

describe('the lazy store', () => {
  it('opens no database to read from a device on which nothing was stored', async () => {
    const store = createStore({ name: 'never-written' });
    expect(await store.get('drafts', 'x')).toBeUndefined();
    expect(await store.listAll('orders', 'g')).toEqual([]);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('never-written');
  });

  it('attaches what was watched before the first write', async () => {
    const store = createStore({ name: 'watched-early' });
    const committed = new Promise<void>((resolve) => store.watch(['ledger'], resolve));
    await store.write([
      {
        table: 'ledger',
        put: {
          id: 'grant:o',
          kind: 'grant',
          amount: 1,
          cause: 'o',
          at: 1,
          profileId: 'guest',
          genesis: 'g',
        },
      },
    ]);
    await committed;
    expect(await createStore({ name: 'watched-early' }).get('ledger', 'grant:o')).toMatchObject({
      amount: 1,
    });
  });
});

describe('the whole database', () => {
  it('counts its rows, and nothing where nothing was ever stored', async () => {
    expect((await store.counts()).ledger).toBe(0);
    await store.write([
      { table: 'ledger', put: entry('a', 1) },
      { table: 'ledger', put: entry('b', 2, { profileId: 'other', genesis: 'chain-2' }) },
      { table: 'drafts', put: draft('d', 1) },
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
  /** What a follower of the ledger was given: the first and last id, how many, and whether all. */
  const heard = async (until: number): Promise<(readonly [string, string, number, boolean])[]> => {
    const calls: (readonly [string, string, number, boolean])[] = [];
    const stop = createStore({ name }).follow(
      ['ledger', 'orders'],
      scope,
      ({ ledger, orders }, complete) => {
        expect(orders).toEqual([]);
        calls.push([ledger[0]?.id ?? '', ledger.at(-1)?.id ?? '', ledger.length, complete]);
      },
      (thrown) => {
        throw thrown;
      },
    );
    await vi.waitFor(() => expect(calls).toHaveLength(until), { timeout: 30_000 });
    stop();
    return calls;
  };
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

  it('begins with a whole batch, however large it is', async () => {
    const size = 200;
    const recipe = {
      style: 'artistic',
      background: 'none',
      seed: 1,
      options: {},
      engine: 1,
    } as const;
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
          put: {
            ...scope,
            id: batch * 1_000 + n,
            uid: `${batchId}-${String(n)}`,
            name: 'Artistic',
            recipe,
            size: 1024 as const,
            bytes: 1,
            likeness: 0.97,
            softened: false,
            createdAt: batch * 1_000 + n + 1,
            downloads: 0,
            liked: false,
            batchId,
          },
        })),
      ]);
    }
    const heard: (readonly [number, number, boolean])[] = [];
    const stop = createStore({ name }).follow(
      ['avatars', 'batches'],
      scope,
      ({ avatars, batches }, complete) => heard.push([avatars.length, batches.length, complete]),
      (thrown) => {
        throw thrown;
      },
    );
    await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 30_000 });
    stop();
    // One more avatar shows that none of the newest batch is missing.
    expect(heard).toEqual([
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
