import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { anyRow } from '../../tests/support/any-row.ts';
import { exampleOrder } from '../../tests/support/example-rows.ts';
import { emptyStorage, memoryStore } from '../../tests/support/memory-store.ts';
import { ledgerRow, type LedgerEntry } from '../core/credits.ts';
import type { Rows, Store, Table, Write } from '../ports/store.ts';
import { createStore } from './index.ts';
import { createKeyStore } from './key-store.ts';
import { keyOf, TABLES } from './rows.ts';
import { vaultKeys } from './vault/crypto.ts';
import { vaultCodec } from './vault/vault-codec.ts';

/** A device with two open pages, and an account that is opened and locked in both. */
interface Device {
  readonly page: () => Store;
  readonly open: () => void;
  readonly lock: () => void;
}

const ACCOUNT = 'email:mine';

const devices: Record<string, () => Promise<Device>> = {
  'in memory': () => {
    const storage = emptyStorage();
    let isOpen = true;
    return Promise.resolve({
      page: () => memoryStore(storage, { isOpen: (profileId) => isOpen && profileId === ACCOUNT }),
      open: () => void (isOpen = true),
      lock: () => void (isOpen = false),
    });
  },
  'in the browser’s database': async () => {
    const name = crypto.randomUUID();
    const keyStore = createKeyStore();
    const codec = vaultCodec(await vaultKeys(new Uint8Array(32).fill(7)));
    const open = (): void => keyStore.hold(ACCOUNT, codec);
    open();
    return { page: () => createStore({ name, keyStore }), open, lock: () => keyStore.drop() };
  },
};

/** A row with its pictures replaced by their contents. */
const reported = async (row: object | undefined): Promise<unknown> =>
  row &&
  Object.fromEntries(
    await Promise.all(
      Object.entries(row).map(async ([name, value]: [string, unknown]) => [
        name,
        value instanceof Blob
          ? [value.type, [...new Uint8Array(await value.arrayBuffer())]]
          : value,
      ]),
    ),
  );

describe.each(Object.keys(devices))('a store %s', (kind) => {
  let device: Device;
  let store: Store;
  beforeEach(async () => {
    device = await (devices[kind] ?? (() => Promise.reject(new Error(kind))))();
    store = device.page();
  });
  const guest = { profileId: 'guest', genesis: 'chain' };

  describe.each(['guest', ACCOUNT])('for %s', (profileId) => {
    const mine = { profileId, genesis: 'chain' };
    const entry = (id: string, at = 1, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
      ...ledgerRow(mine, 'grant', id, 'LK-1', at),
      ...more,
    });
    const put = (...rows: LedgerEntry[]) =>
      store.write(rows.map((row) => ({ table: 'ledger', put: row })));
    const ids = async (from = store): Promise<string[]> =>
      (await from.list('ledger', mine)).map(({ id }) => id);

    it(
      'gives back every field of any row, all that is optional included',
      { timeout: 120_000 },
      async () => {
        const any = anyRow(mine);
        const survives = async (table: Table): Promise<void> => {
          const rows: fc.Arbitrary<Rows[Table]> = any[table];
          await fc.assert(
            fc.asyncProperty(rows, async (put) => {
              await store.write([{ table, put } as Write]);
              const key = String((put as unknown as Record<string, unknown>)[keyOf(table)]);
              expect(await reported(await store.get(table, key))).toEqual(await reported(put));
            }),
            { numRuns: 10 },
          );
        };
        for (const table of TABLES) await survives(table);
      },
    );

    it('lists by time, one profile on one chain, and all of a chain', async () => {
      await put(
        entry('b', 2),
        entry('a', 1),
        entry('c', 3, { genesis: 'another' }),
        entry('d', 4, { profileId: 'wallet:x' }),
      );
      expect(await ids()).toEqual(['a', 'b']);
      expect((await store.listAll('ledger', 'chain')).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
    });

    it('updates what another page wrote, and notifies it', async () => {
      await put(entry('a'));
      const other = device.page();
      const reported = new Promise<void>((resolve) => void store.watch(['ledger'], resolve));
      await other.update('ledger', 'a', (row) =>
        row ? [{ table: 'ledger', put: { ...row, amount: row.amount + 1 } }] : [],
      );
      await reported;
      expect(await store.get('ledger', 'a')).toMatchObject({ amount: 2 });
    });

    it('loses no change if many happen at once, from two pages', async () => {
      await put(entry('a', 1, { amount: 0 }));
      const pages = [store, device.page()];
      const more = (page: Store): Promise<void> =>
        page.update('ledger', 'a', (row) =>
          row ? [{ table: 'ledger', put: { ...row, amount: row.amount + 1 } }] : [],
        );
      await Promise.all(Array.from({ length: 20 }, () => pages.map(more)).flat());
      expect(await store.get('ledger', 'a')).toMatchObject({ amount: 40 });
    });

    it('changes rows together, whatever happens to one of them at the same time', async () => {
      await put(entry('a', 1, { amount: 9 }), entry('b', 2, { amount: 0 }));
      const take = (page: Store): Promise<void> =>
        page.updateAll('ledger', ['a', 'gone', 'b'], ([from, none, to]) => {
          expect(none).toBeUndefined();
          return from && to
            ? [
                { table: 'ledger', put: { ...from, amount: from.amount - 1 } },
                { table: 'ledger', put: { ...to, amount: to.amount + 1 } },
              ]
            : [];
        });
      const add = (page: Store): Promise<void> =>
        page.update('ledger', 'b', (row) =>
          row ? [{ table: 'ledger', put: { ...row, amount: row.amount + 100 } }] : [],
        );
      const pages = [store, device.page()];
      await Promise.all(pages.flatMap((page) => [take(page), add(page), take(page), add(page)]));
      expect(await store.get('ledger', 'a')).toMatchObject({ amount: 5 });
      expect(await store.get('ledger', 'b')).toMatchObject({ amount: 404 });
    });

    it('follows a profile’s rows: all of them, then what this page and others change', async () => {
      const more = Array.from({ length: 60 }, (_none, n) => entry(`m${String(n)}`, 10 + n));
      await put(entry('a', 1), entry('b', 2), entry('x', 3, { genesis: 'another' }));
      const reported: (readonly [string, number])[][] = [];
      const lists: (readonly LedgerEntry[])[] = [];
      const seen = (): (readonly [string, number])[] => reported.at(-1) ?? [];
      const stop = store.follow(
        ['ledger', 'mints'],
        mine,
        ({ ledger, mints }) => {
          expect(mints).toEqual([]);
          lists.push(ledger);
          reported.push(ledger.map(({ id, amount }) => [id, amount] as const));
        },
        (thrown) => {
          throw thrown;
        },
      );
      const until = (expected: (readonly [string, number])[]): Promise<void> =>
        vi.waitFor(() => expect(seen()).toEqual(expected));
      await until([
        ['a', 1],
        ['b', 1],
      ]);
      await device.page().write([{ table: 'ledger', put: entry('a', 1, { amount: 7 }) }]);
      await until([
        ['a', 7],
        ['b', 1],
      ]);
      await store.write([{ table: 'ledger', remove: 'b' }]);
      await until([['a', 7]]);
      await put(...more);
      await until([['a', 7], ...more.map(({ id }) => [id, 1] as const)]);
      stop();
      const before = reported.length;
      await put(entry('late', 99));
      expect(await ids()).toContain('late');
      expect(reported).toHaveLength(before);
    });

    it('changes many rows, each in its latest state', async () => {
      const many = Array.from({ length: 120 }, (_none, n) => entry(`m${String(n)}`, n));
      await put(...many);
      const other = device.page();
      await Promise.all([
        store.updateEach('ledger', ['gone', ...many.map(({ id }) => id)], (row) => ({
          ...row,
          amount: row.amount + 1,
        })),
        other.updateEach(
          'ledger',
          many.map(({ id }) => id),
          (row) => ({ ...row, amount: row.amount + 10 }),
        ),
      ]);
      const amounts = (await store.list('ledger', mine)).map(({ amount }) => amount);
      expect(new Set(amounts)).toEqual(new Set([12]));
      expect(amounts).toHaveLength(120);
    });

    it('writes nothing when the change throws, passes the error on, and takes rows out', async () => {
      await put(entry('a'));
      const failure = new Error('no');
      const change = store.update('ledger', 'a', () => {
        throw failure;
      });
      await expect(change).rejects.toBe(failure);
      expect(await ids()).toEqual(['a']);
      await store.write([{ table: 'ledger', remove: 'a' }]);
      expect(await store.get('ledger', 'a')).toBeUndefined();
    });

    it('lets one order hold a payment, however many claim it, and makes only its writes', async () => {
      const claim = (order: string): Promise<string> =>
        store.claimPayment('chain', 'sig', order, () => [{ table: 'ledger', put: entry(order) }]);
      const [holder = '', ...others] = await Promise.all(['LK-1', 'LK-2', 'LK-3'].map(claim));
      expect([...others, await claim('LK-4')]).toEqual([holder, holder, holder]);
      expect(await store.paymentHolder('chain', 'sig')).toBe(holder);
      expect(await store.paymentHolder('another', 'sig')).toBeUndefined();
      expect(await ids()).toEqual([holder]);
    });

    it('keeps the first of two payments of one order, claimed at once', async () => {
      const order = exampleOrder({ profileId, genesis: 'chain' }, 'draft');
      await store.write([{ table: 'orders', put: order }]);
      const holders = ['one', 'two'].map(async (signature) => {
        await store.claimPayment('chain', signature, order.id, (row) =>
          row?.updatedAt === 0 ? undefined : [{ table: 'orders', put: { ...order, updatedAt: 0 } }],
        );
        return store.paymentHolder('chain', signature);
      });
      expect((await Promise.all(holders)).filter((holder) => holder === order.id)).toHaveLength(1);
    });

    it('keeps a draft’s photo until it is removed', async () => {
      await store.draftPhotos.put('draft', new Blob(['photo']), profileId);
      expect(await (await store.draftPhotos.get('draft'))?.text()).toBe('photo');
      await store.draftPhotos.remove('draft');
      expect(await store.draftPhotos.get('draft')).toBeUndefined();
    });

    it('forgets all of it when it is erased', async () => {
      await put(entry('a'));
      await store.erase();
      const later = device.page();
      expect(await later.get('ledger', 'a')).toBeUndefined();
      expect((await later.counts()).ledger).toBe(0);
    });
  });

  describe('while the account is locked', () => {
    const sealed = ledgerRow({ ...guest, profileId: ACCOUNT }, 'grant', 'sealed', 'LK-1', 1, 5);
    const plain = { ...sealed, ...guest, id: 'plain' };
    beforeEach(async () => {
      await store.write([
        { table: 'ledger', put: sealed },
        { table: 'ledger', put: plain },
      ]);
      await store.draftPhotos.put('draft', new Blob(['photo']), ACCOUNT);
      device.lock();
    });

    it('shows none of its rows, and everyone else’s as usual', async () => {
      expect(await store.get('ledger', 'sealed')).toBeUndefined();
      expect((await store.listAll('ledger', 'chain')).map(({ id }) => id)).toEqual(['plain']);
      await expect(store.list('ledger', sealed)).rejects.toMatchObject({ code: 'storage-locked' });
      expect(await store.get('ledger', 'plain')).toMatchObject({ amount: 5 });
      expect((await store.counts()).ledger).toBe(2);
      expect(await store.draftPhotos.get('draft')).toBeUndefined();
    });

    it('writes none of its rows, nor anything in the same write', async () => {
      const both = store.write([
        { table: 'ledger', put: { ...plain, amount: 6 } },
        { table: 'ledger', put: { ...sealed, amount: 6 } },
      ]);
      await expect(both).rejects.toMatchObject({ code: 'storage-locked' });
      let seen: unknown = 'not asked';
      await store.update('ledger', 'sealed', (row) => {
        seen = row;
        return [];
      });
      expect(seen).toBeUndefined();
      await store.write([{ table: 'ledger', remove: 'sealed' }]);
      expect(await store.get('ledger', 'plain')).toMatchObject({ amount: 5 });
      device.open();
      expect(await store.get('ledger', 'sealed')).toMatchObject({ amount: 5 });
      expect(await (await store.draftPhotos.get('draft'))?.text()).toBe('photo');
    });
  });
});
