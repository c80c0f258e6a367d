import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';

import { exampleAvatar, exampleOrder } from '../../tests/support/example-rows.ts';
import { ledgerRow, type LedgerEntry } from '../core/credits.ts';
import { rowVersion } from '../core/rows/read-row.ts';
import type { Store, Table, UnreadRow } from '../ports/store.ts';
import { Database, type StoredRow } from './database.ts';
import { createStore } from './index.ts';
import { createKeyStore } from './key-store.ts';
import { vaultKeys } from './vault/crypto.ts';
import { vaultCodec } from './vault/vault-codec.ts';

const ACCOUNT = 'email:mine';

describe.each(['guest', ACCOUNT])('a row of %s that can’t be read', (profileId) => {
  const mine = { profileId, genesis: 'chain' };
  const entry = (id: string, at = 1) => ledgerRow(mine, 'grant', id, 'LK-1', at);
  let database: Database;
  let store: Store;
  let unread: readonly UnreadRow[];
  let page: () => Store;
  beforeEach(async () => {
    const name = crypto.randomUUID();
    const codec = vaultCodec(await vaultKeys(new Uint8Array(32).fill(7)));
    page = () => {
      const keyStore = createKeyStore();
      keyStore.hold(ACCOUNT, codec);
      return createStore({ name, keyStore });
    };
    store = page();
    unread = [];
    store.watchUnread((now) => (unread = now));
    database = new Database(name);
  });

  /** Changes a stored row as a later version of the app, or a bug, might. */
  async function spoil(table: Table, change: (row: StoredRow) => StoredRow): Promise<StoredRow> {
    const [row] = await database[table].toArray();
    if (!row) throw new Error('nothing is stored');
    const spoiled = change({ ...row, revision: crypto.randomUUID() });
    await database[table].put(spoiled);
    return spoiled;
  }
  const asNewer = (row: StoredRow): StoredRow => ({ ...row, version: rowVersion('ledger') + 1 });
  const asDamaged = (row: StoredRow): StoredRow => ({
    ...row,
    body: profileId === 'guest' ? { id: 'a', amount: 'many' } : new Uint8Array(40),
  });
  const put = (...rows: LedgerEntry[]) =>
    store.write(rows.map((row) => ({ table: 'ledger', put: row })));
  const copied = async (): Promise<unknown[]> =>
    JSON.parse(await (await store.copyUnread([profileId])).text()) as unknown[];

  it.each([
    ['newer', asNewer],
    ['damaged', asDamaged],
  ] as const)(
    'blocks nothing else, is reported and left as it is: %s',
    async (problem, spoiled) => {
      await put(entry('a'));
      const left = await spoil('ledger', spoiled);
      await put(entry('b', 2));
      expect((await store.list('ledger', mine)).map(({ id }) => id)).toEqual(['b']);
      expect((await store.listAll('ledger', 'chain')).map(({ id }) => id)).toEqual(['b']);
      expect(await store.get('ledger', 'a')).toBeUndefined();
      let seen: unknown = 'not asked';
      await store.update('ledger', 'a', (row) => {
        seen = row;
        return [];
      });
      expect(seen).toBeUndefined();
      expect(unread).toMatchObject([{ table: 'ledger', profileId, problem }]);
      expect(await database.ledger.get(left.key)).toEqual(left);
    },
  );

  it('is in the copy, with its full contents', async () => {
    await put({ ...entry('a'), amount: 41 });
    await spoil('ledger', asNewer);
    await store.list('ledger', mine);
    expect(await copied()).toMatchObject([
      { table: 'ledger', problem: 'newer', content: { id: 'a', amount: 41 } },
    ]);
    expect(JSON.parse(await (await store.copyUnread(['wallet:x'])).text())).toEqual([]);
  });

  it('is back with an app that can read it, and no longer reported', async () => {
    await put(entry('a'));
    const version = rowVersion('ledger');
    await spoil('ledger', asNewer);
    await store.list('ledger', mine);
    expect(unread).toHaveLength(1);
    await spoil('ledger', (row) => ({ ...row, version }));
    expect(await store.list('ledger', mine)).toEqual([entry('a')]);
    expect(unread).toEqual([]);
  });

  it('is set aside when another row takes its place, in any page', async () => {
    await put({ ...entry('a'), amount: 41 });
    await spoil('ledger', asNewer);
    // A page that never read the row.
    store = page();
    await put({ ...entry('a'), amount: 2 });
    await put({ ...entry('a'), amount: 3 });
    expect(await store.get('ledger', 'a')).toMatchObject({ amount: 3 });
    expect(await copied()).toMatchObject([{ table: 'ledger', content: { amount: 41 } }]);
    expect(await database.aside.count()).toBe(1);
  });

  it('doesn’t prevent the claim of a payment in its place, and is kept', async () => {
    const order = exampleOrder(mine, 'finalized');
    await store.write([{ table: 'orders', put: order }]);
    await spoil('orders', (row) => ({ ...row, version: 99 }));
    await store.claimPayment('chain', 'sig', order.id, () => [{ table: 'orders', put: order }]);
    expect(await store.get('orders', order.id)).toEqual(order);
    expect(await database.aside.toArray()).toMatchObject([{ table: 'orders', profileId }]);
  });

  it('stays behind when the rest of the library moves', async () => {
    const avatar = exampleAvatar(mine, 'b', { createdAt: 2 });
    await put(entry('a'));
    await spoil('ledger', asNewer);
    await put(entry('b', 2));
    await store.write([{ table: 'avatars', put: exampleAvatar(mine) }]);
    await spoil('avatars', (row) => ({ ...row, version: 99 }));
    await store.write([{ table: 'avatars', put: avatar }]);
    await store.move(mine, 'wallet:x');
    const there = { ...mine, profileId: 'wallet:x' };
    expect(await store.list('ledger', there)).toEqual([{ ...entry('b', 2), ...there }]);
    expect(await store.list('avatars', there)).toEqual([{ ...avatar, ...there }]);
    expect((await store.counts()).ledger).toBe(2);
    expect(unread.map(({ table }) => table).sort()).toEqual(['avatars', 'ledger']);
  });
});
