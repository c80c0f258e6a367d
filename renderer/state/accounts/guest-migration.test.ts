import { describe, expect, it } from 'vitest';

import { memoryLocks } from '../../../tests/support/memory-locks.ts';
import { emptyStorage, memoryStore } from '../../../tests/support/memory-store.ts';
import { memoryOf } from '../../../tests/support/memory.ts';
import { paidOrder } from '../../../tests/support/paid-order.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type { Avatar } from '../../core/avatars.ts';
import { ledgerRow, sumCredits } from '../../core/credits.ts';
import { isAbort, LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Scope } from '../../core/scope.ts';
import { createState } from '../../core/subscribable.ts';
import { DEFAULT_SETTINGS } from '../../core/validation.ts';
import type { Store, Write } from '../../ports/store.ts';
import { createGuestMigration } from './guest-migration.ts';

const guest: Scope = { profileId: 'guest', genesis: 'g' };
const mine: Scope = { profileId: 'wallet:x', genesis: 'g' };
const avatar = { ...guest, uid: 'a', createdAt: 5 } as Avatar;
const used = ledgerRow(guest, 'consume', 'consume:1', '1', 3);
const order = (id: string, kind: string): Order => ({ ...guest, id, state: { kind } }) as Order;

async function stage(rows: readonly ('avatar' | 'bought')[] = ['avatar', 'bought']) {
  const storage = emptyStorage();
  const store = memoryStore(storage);
  if (rows.includes('avatar')) await store.write([{ table: 'avatars', put: avatar }]);
  if (rows.includes('bought'))
    await store.write([
      { table: 'orders', put: paidOrder(guest, 'paid') },
      { table: 'ledger', put: used },
    ]);
  await store.write(
    [order('waits', 'manual'), order('unpaid', 'draft')].map((put) => ({ table: 'orders', put })),
  );
  const scope = createState<Scope | undefined>(guest);
  const begin = (instead: Partial<Store> = {}) =>
    createGuestMigration({
      store: { ...store, ...instead },
      scope,
      locks: memoryLocks(),
      memory: memoryOf(),
    });
  /** Begins as a guest, who then signs in. */
  const signIn = async (instead?: Partial<Store>) => {
    const migration = begin(instead);
    scope.set(mine);
    await settle();
    return migration;
  };
  return { store, scope, begin, signIn };
}

describe('signing in', () => {
  it('moves an open order at once and offers the rest', async () => {
    const { store, scope, begin } = await stage();
    const migration = begin();
    expect(migration.snapshot()).toBeUndefined();
    scope.set(mine);
    await settle();
    expect(migration.snapshot()).toEqual({ avatars: 1, credits: 999 });
    expect((await store.list('orders', mine)).map(({ id }) => id)).toEqual(['waits']);
    expect(await store.list('avatars', mine)).toEqual([]);
  });

  it('offers a restored purchase that waits for the chain, with its usage', async () => {
    const { store, signIn } = await stage([]);
    const put: Order = { ...order('restored', 'manual'), restore: 'r' };
    await store.write([{ table: 'orders', put }]);
    const migration = await signIn();
    expect(await store.list('orders', mine)).not.toContainEqual({ ...put, ...mine });
    expect(migration.snapshot()).toEqual({ avatars: 0, credits: 0 });
    await migration.accept();
    expect(await store.list('orders', mine)).toContainEqual({ ...put, ...mine });
  });

  it('takes the brand kit along, but never replaces the profile’s own', async () => {
    const brand = { on: true, name: 'North Window', link: '', colour: '#43389c' };
    const settings = (profileId: string, name?: string): Write => ({
      table: 'settings',
      put: {
        ...DEFAULT_SETTINGS,
        ...{ id: profileId, profileId, genesis: 'any' },
        ...(name !== undefined && { brand: { ...brand, name } }),
      },
    });
    for (const [rows, name] of [
      [[settings('guest', 'North Window')], 'North Window'],
      [[settings('guest', 'North Window'), settings(mine.profileId)], 'North Window'],
      [[settings('guest', 'North Window'), settings(mine.profileId, 'Own')], 'Own'],
      [[settings('guest')], undefined],
    ] as const) {
      const { store, signIn } = await stage();
      await store.write(rows);
      await (await signIn()).accept();
      const row = await store.get('settings', mine.profileId);
      expect(row?.brand?.name).toBe(name);
      if (row) expect(row).toMatchObject({ id: mine.profileId, profileId: mine.profileId });
    }
  });

  it('moves everything on request', async () => {
    const { store, signIn } = await stage();
    const migration = await signIn();
    await migration.accept();
    expect(migration.snapshot()).toBeUndefined();
    expect(
      [await store.list('avatars', mine), await store.list('ledger', mine)].map(
        ({ length }) => length,
      ),
    ).toEqual([1, 1]);
    const [orders, ledger] = [await store.list('orders', mine), await store.list('ledger', mine)];
    expect(sumCredits(orders, ledger)).toMatchObject({ granted: 1_000, available: 999 });
    expect(await store.list('ledger', guest)).toEqual([]);
    expect(await store.list('orders', guest)).toEqual([]);
  });

  it('offers the rest at once when cancelled, and says how much was moved', async () => {
    const { store, signIn } = await stage();
    await store.write([{ table: 'avatars', put: { ...avatar, uid: 'b' } }]);
    const migration = await signIn({
      move: async (from, profileId, { signal, onProgress } = {}) => {
        await store.update('avatars', 'a', (row) =>
          row ? [{ table: 'avatars', put: { ...row, profileId } }] : [],
        );
        onProgress?.(0.4);
        if (signal?.aborted) throw new LikenessError('engine-aborted');
        await store.move(from, profileId);
      },
    });
    const stop = migration.subscribe(
      () => migration.snapshot()?.done === 0.4 && migration.cancel(),
    );
    await expect(migration.accept()).rejects.toSatisfy(isAbort);
    expect(migration.snapshot()).toEqual({ avatars: 1, credits: 999, moved: 1 });
    stop();
    await migration.accept();
    expect(migration.snapshot()).toBeUndefined();
    expect(await store.list('avatars', mine)).toHaveLength(2);
  });

  it('leaves it if declined, and asks again only if there is more', async () => {
    const { store, scope, signIn } = await stage(['avatar']);
    const migration = await signIn();
    migration.decline();
    expect(await store.list('avatars', guest)).toHaveLength(1);
    scope.set(guest);
    scope.set(mine);
    await settle();
    expect(migration.snapshot()).toBeUndefined();
    await store.write([{ table: 'avatars', put: { ...avatar, uid: 'b', createdAt: 9 } }]);
    scope.set(guest);
    scope.set(mine);
    await settle();
    expect(migration.snapshot()).toEqual({ avatars: 2, credits: 0 });
  });

  it('asks nothing if a guest did nothing, and nothing of a guest', async () => {
    const { signIn } = await stage([]);
    expect((await signIn()).snapshot()).toBeUndefined();
  });
});
