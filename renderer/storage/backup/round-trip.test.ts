import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyRow } from '../../../tests/support/any-row.ts';
import {
  ADDRESS,
  device,
  GENESIS,
  memoryFile,
  PASSPHRASE,
  saved,
  scope,
  type Device,
} from '../../../tests/support/backup-device.ts';
import type { Avatar } from '../../core/avatars.ts';
import { BACKUP_VERSION } from '../../core/backup/format.ts';
import { asClaimed } from '../../core/backup/merge.ts';
import { ledgerRow, type LedgerEntry } from '../../core/credits.ts';
import { omit } from '../../core/objects.ts';
import type { Order } from '../../core/orders/order.ts';
import { isPaid } from '../../core/orders/selectors.ts';
import { PLANS } from '../../core/plans.ts';
import type { Write } from '../../ports/store.ts';
import { pack } from '../vault/pack.ts';
import { sealedWriter } from './stream.ts';

const ACCOUNT = 'email:vault';
const any = anyRow(scope('guest'));

const unique = <T>(rows: fc.Arbitrary<T>, key: (row: T) => unknown, minLength = 0) =>
  fc.uniqueArray(rows, { minLength, maxLength: 4, selector: key });

/** A library of arbitrary rows that a backup accepts. Most have all their optional properties. */
const library = fc.record({
  settings: any.settings,
  orders: unique(
    any.orders
      .filter((order) => isPaid(order) || order.state.kind === 'manual')
      // As the app sold it; other orders are refused.
      .map((order): Order => ({
        ...order,
        plan: 'basic',
        priceBook: 1,
        price: PLANS.basic.price,
        credits: PLANS.basic.avatars,
        treasury: ADDRESS,
      })),
    ({ id }) => id,
    1,
  ),
  usage: unique(
    any.ledger.filter(({ kind }) => kind === 'reserve'),
    ({ id }) => id,
  ),
  mints: unique(
    any.mints.filter(({ state }) => state.kind === 'finalized'),
    ({ id }) => id,
  ),
  avatars: unique(fc.tuple(any.avatars, any.pictures), ([{ uid }]) => uid),
});

const own = <T extends { readonly profileId: string }>(rows: readonly T[], key: keyof T) =>
  new Map(rows.map((row) => [row[key], { ...row, profileId: 'anyone' }]));

/** The rows that a restore takes over unchanged. Avatars get new numbers on the new device. */
async function libraryRows({ store }: Device, profileId: string) {
  const [orders, ledger, mints, avatars, settings] = await Promise.all([
    store.list('orders', scope(profileId)),
    store.list('ledger', scope(profileId)),
    store.list('mints', scope(profileId)),
    store.list('avatars', scope(profileId)),
    store.get('settings', profileId),
  ]);
  const pictures = await Promise.all(
    avatars.map(async ({ uid }) => {
      const picture = await store.get('pictures', uid);
      return [
        uid,
        picture?.thumb.type,
        [...new Uint8Array((await picture?.full.arrayBuffer()) ?? [])],
        [...new Uint8Array((await picture?.thumb.arrayBuffer()) ?? [])],
      ] as const;
    }),
  );
  return {
    // A payment's proof is looked up again, and each restore has an id of its own.
    orders: own<Order>(
      orders.map(asClaimed).map((row) => omit(row, 'restore')),
      'id',
    ),
    ledger: own<LedgerEntry>(
      ledger.filter(({ kind }) => kind !== 'grant').map((row) => omit(row, 'restore')),
      'id',
    ),
    mints: own(
      mints.map((mint) => ({ ...mint, avatarId: 0 })),
      'id',
    ),
    avatars: own<Avatar>(
      avatars.map((avatar) => ({ ...avatar, id: 0 })),
      'uid',
    ),
    pictures: new Map(pictures.map(([uid, ...rest]) => [uid, rest])),
    settings: settings && { ...settings, id: '', profileId: '' },
  };
}

const entry = ledgerRow({ profileId: 'guest', genesis: GENESIS }, 'reserve', 'a', 'b', 1);

describe('a backup', () => {
  it('restores every field of every row', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(library, async ({ settings, orders, usage, mints, avatars }) => {
        const here = await device();
        const there = await device(ACCOUNT);
        const writes: Write[] = [
          { table: 'settings', put: { ...settings, genesis: 'any' } },
          ...orders.map((put): Write => ({ table: 'orders', put })),
          ...usage.map((put): Write => ({ table: 'ledger', put })),
          ...mints.map((put): Write => ({ table: 'mints', put })),
          ...avatars.flatMap(([avatar, picture]): Write[] => [
            { table: 'avatars', put: avatar },
            { table: 'pictures', put: { ...picture, uid: avatar.uid } },
          ]),
        ];
        await here.store.write(writes);
        const checked = await there.backups.check(
          await saved(here, 'guest'),
          PASSPHRASE,
          scope(ACCOUNT),
        );
        await checked.bring();
        expect(await libraryRows(there, ACCOUNT)).toEqual(await libraryRows(here, 'guest'));
        const brought = [
          ...(await there.store.list('orders', scope(ACCOUNT))),
          ...(await there.store.list('ledger', scope(ACCOUNT))),
        ];
        const earlier = [...orders, ...usage].map(({ restore }) => restore);
        expect(new Set(brought.map(({ restore }) => restore)).size).toBe(1);
        expect(earlier).not.toContain(brought[0]?.restore);
      }),
      { numRuns: 25 },
    );
  });

  it('of the first version opens, whatever fields its avatars have', async () => {
    const file = new Blob([
      new Uint8Array(
        await readFile(
          new URL('../../../tests/fixtures/backups/version-1-shared.likeness', import.meta.url),
        ),
      ),
    ]);
    const there = await device(ACCOUNT);
    const checked = await there.backups.check(file, PASSPHRASE, scope(ACCOUNT));
    expect(await checked.bring()).toEqual({ avatars: 2, purchases: 1 });
    const [plain, shared] = await there.store.list('avatars', scope(ACCOUNT));
    expect(plain).not.toHaveProperty('shares');
    expect(shared).toMatchObject({
      shares: 3,
      liked: true,
      recipe: { options: { solidColor: '#a0b1c2', face: 1, crop: { roll: 2.5 } } },
    });
    expect(await there.store.list('mints', scope(ACCOUNT))).toMatchObject([
      { id: 'MT-1', state: { kind: 'finalized', proof: { paid: 10_000_000n } } },
    ]);
    expect(await there.store.get('settings', ACCOUNT)).toMatchObject({ email: 'ada@example.com' });
    expect(await there.store.list('orders', scope(ACCOUNT))).toMatchObject([
      { price: 1_200_000_000n },
    ]);
  });
});

describe('a backup of a newer app says so', () => {
  const derive = {
    derive: () => Promise.resolve(new Uint8Array(32)),
    measure: () => Promise.resolve(1),
  };
  const made = async (...records: object[]): Promise<Blob> => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const writer = await sealedWriter(
      derive,
      PASSPHRASE,
      (part) => Promise.resolve(void parts.push(part)),
      8,
    );
    for (const record of [{ kind: 'begin', madeAt: 1 }, ...records])
      await writer.write(await pack(record));
    await writer.end();
    return new Blob(parts);
  };
  const end = { kind: 'end', rows: 1, avatars: 0 };

  it.each([
    ['a row of a later version', { kind: 'ledger', version: 2, row: { id: 7 } }],
    ['a field that isn’t known here', { kind: 'ledger', row: { ...entry, tip: 3 } }],
    ['a kind of row that isn’t known here', { kind: 'animation', row: {} }],
    ['a part of a record that isn’t known here', { kind: 'ledger', row: entry, film: 1 }],
  ])('%s', async (_what, record) => {
    const there = await device(ACCOUNT, derive);
    await expect(
      there.backups.check(await made(record, end), PASSPHRASE, scope(ACCOUNT)),
    ).rejects.toMatchObject({ code: 'backup-newer' });
  });

  it('and one that is merely invalid doesn’t', async () => {
    const there = await device(ACCOUNT, derive);
    const check = async (...records: object[]) =>
      there.backups.check(await made(...records), PASSPHRASE, scope(ACCOUNT));
    for (const record of [
      { kind: 'ledger', row: { ...entry, amount: -1 } },
      { kind: 'ledger', row: { ...entry, amount: -1, tip: 3 } },
      { kind: 'ledger', row: undefined },
      { row: entry },
      {},
    ])
      await expect(check(record, end)).rejects.toMatchObject({ code: 'backup-damaged' });
    expect(await check({ kind: 'ledger', row: entry }, end)).toMatchObject({ avatars: 0 });
    expect(BACKUP_VERSION).toBe(2);
  });
});

it('isn’t reported as saved if it can’t be read back', async () => {
  const here = await device();
  // A row that no version knows, as a bug in its writer would leave it.
  await here.store.write([{ table: 'ledger', put: { ...entry, odd: 'field' } as never }]);
  await expect(here.backups.save('guest', PASSPHRASE, memoryFile())).rejects.toMatchObject({
    code: 'backup-failed',
    context: { reason: 'unreadable' },
  });
});
