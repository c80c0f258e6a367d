import { describe, expect, it } from 'vitest';

import { accountScope, ada, entry, onNewDevice } from '../../tests/support/account-device.ts';
import {
  exampleAvatar,
  exampleOrder,
  examplePicture,
  SIGNATURE,
} from '../../tests/support/example-rows.ts';
import type { Scope } from '../core/scope.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Store } from '../ports/store.ts';

let accounts: Accounts;
let store: Store;
onNewDevice((device) => {
  ({ accounts, store } = device.page());
});
const openId = (): string => accounts.snapshot().id ?? '';

describe('a library that is moved', () => {
  const guest = { profileId: 'guest', genesis: 'chain-1' };
  const fill = (...uids: string[]): Promise<void> =>
    store.write(
      uids.flatMap((uid, at) => [
        { table: 'avatars', put: exampleAvatar(guest, uid, { createdAt: at + 1 }) },
        { table: 'pictures', put: examplePicture(guest, uid, `png ${uid}`) },
      ]),
    );

  it('moves into the account completely, including its payments', async () => {
    const paid = exampleOrder(guest, 'finalized');
    await store.claimPayment('chain-1', SIGNATURE, paid.id, () => [
      { table: 'orders', put: paid },
      { table: 'ledger', put: { ...entry(`grant:${paid.id}`, ''), ...guest } },
    ]);
    await fill('a', 'b');
    await store.write([
      { table: 'ledger', put: { ...entry('elsewhere', ''), ...guest, genesis: 'chain-2' } },
    ]);
    await accounts.create(ada);
    const mine = accountScope(openId());
    await store.move(guest, mine.profileId);
    expect(await store.list('ledger', guest)).toEqual([]);
    expect((await store.list('ledger', mine)).map(({ id }) => id)).toEqual([`grant:${paid.id}`]);
    expect(await (await store.get('pictures', 'b'))?.full.text()).toBe('png b');
    expect((await store.get('orders', paid.id))?.profileId).toBe(mine.profileId);
    expect(await store.paymentHolder('chain-1', SIGNATURE)).toBe(paid.id);
    expect(await store.list('ledger', { ...guest, genesis: 'chain-2' })).toHaveLength(1);
    await accounts.lock();
    expect(await store.get('pictures', 'b')).toBeUndefined();
    expect(await store.paymentHolder('chain-1', SIGNATURE)).toMatch(/^locked:/);
    await store.move(guest, 'wallet:x'); // Nothing is left to move.
    expect(await store.list('ledger', { ...guest, profileId: 'wallet:x' })).toEqual([]);
  });

  it(
    'ended in the middle is whole on both sides, and goes on when it is done again',
    { timeout: 60_000 },
    async () => {
      const all = Array.from({ length: 70 }, (_none, at) => `uid ${String(at).padStart(2, '0')}`);
      await fill(...all);
      await store.write([{ table: 'ledger', put: { ...entry('grant:1', ''), ...guest } }]);
      await accounts.create(ada);
      const mine = accountScope(openId());
      const ended = new Error('the app ended');
      const half = store.move(guest, mine.profileId, {
        onProgress: (done) => {
          if (done > 0.4) throw ended;
        },
      });
      await expect(half).rejects.toBe(ended);
      const uids = async (of: Scope): Promise<string[]> =>
        (await store.list('avatars', of)).map(({ uid }) => uid);
      const [came, stayed] = [await uids(mine), await uids(guest)];
      expect([...came, ...stayed]).toEqual(all);
      expect(came.length).toBeGreaterThan(0);
      expect(stayed.length).toBeGreaterThan(0);
      const owners = await Promise.all(
        all.map(async (uid) => (await store.get('pictures', uid))?.profileId),
      );
      expect(owners).toEqual([...came.map(() => mine.profileId), ...stayed.map(() => 'guest')]);
      expect(await store.list('ledger', guest)).toHaveLength(1);
      await store.move(guest, mine.profileId);
      expect([await uids(mine), await uids(guest)]).toEqual([all, []]);
      expect(await store.list('ledger', mine)).toHaveLength(1);
    },
  );

  it('stops after the current avatar when cancelled; what counts stays with the rest', async () => {
    await fill('a', 'b', 'c');
    await store.write([{ table: 'ledger', put: { ...entry('grant:1', ''), ...guest } }]);
    await accounts.create(ada);
    const mine = accountScope(openId());
    for (const [moved, left] of [
      [1, 2],
      [2, 1],
      [3, 0],
    ] as const) {
      // Aborts while the signal is being checked: before the first avatar, then after it.
      let reads = 0;
      const signal = {
        get aborted() {
          return (reads += 1) > 1;
        },
      } as AbortSignal;
      await expect(store.move(guest, mine.profileId, { signal })).rejects.toMatchObject({
        code: 'engine-aborted',
      });
      expect(
        [
          await store.list('avatars', mine),
          await store.list('avatars', guest),
          await store.list('ledger', guest),
        ].map(({ length }) => length),
      ).toEqual([moved, left, 1]);
    }
    await store.move(guest, mine.profileId);
    expect(await store.list('ledger', mine)).toHaveLength(1);
  });

  it('loses no change to an avatar while it is being sealed', async () => {
    await fill('a', 'b', 'c');
    await accounts.create(ada);
    const mine = accountScope(openId());
    const like = (): Promise<void> =>
      store.update('avatars', 'a', (row) =>
        row ? [{ table: 'avatars', put: { ...row, liked: true } }] : [],
      );
    let liked: Promise<void> | undefined;
    const signal = {
      get aborted() {
        liked ??= like();
        return false;
      },
    } as AbortSignal;
    await store.move(guest, mine.profileId, { signal });
    await liked;
    expect((await store.list('avatars', mine)).map((row) => [row.uid, row.liked])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
    expect(await store.list('avatars', guest)).toEqual([]);
  });
});
