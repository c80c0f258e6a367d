import { beforeEach, describe, expect, it } from 'vitest';

import { mergeBackup, type Here } from '../../renderer/core/backup/merge.ts';
import { sumCredits, type Credits, type LedgerEntry } from '../../renderer/core/credits.ts';
import { lamports } from '../../renderer/core/money.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import {
  ADDRESS,
  creditsOf,
  device,
  fill,
  order,
  PASSPHRASE,
  saved,
  scope,
  usage,
  type Device,
} from '../support/backup-device.ts';

/** Somebody posts a backup file, which anyone may restore with the app's own button. */
const ACCOUNT = 'email:vault';
const STRANGER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
let forger: Device;
let victim: Device;
beforeEach(async () => {
  forger = await device();
  victim = await device(ACCOUNT);
});

async function restored(): Promise<{ orders: Order[]; credits: Credits }> {
  const checked = await victim.backups.check(await saved(forger, 'guest'), PASSPHRASE, ACCOUNT);
  await checked.bring();
  return {
    orders: await victim.store.list('orders', scope(ACCOUNT)),
    credits: await creditsOf(victim, scope(ACCOUNT)),
  };
}
const forged = (change: Partial<Order>): Promise<unknown> =>
  forger.store.write([
    { table: 'orders', put: { ...order('F', 'guest', '1'.repeat(64)), ...change } },
  ]);

describe('whoever wants credits from a file', () => {
  it.each<[string, Partial<Order>]>([
    ['9,999,999 credits for a lamport', { price: lamports(1n), credits: 9_999_999 }],
    ['more credits than the plan has', { credits: 1_001 }],
    ['a lower price', { price: lamports(1_199_999_999n) }],
    ['the credits of a dearer plan', { plan: 'pro' }],
    ['a price book that never was', { priceBook: 2 }],
    ['a payment to somebody else', { treasury: STRANGER }],
  ])('forges a paid order with %s: it is left out', async (_what, change) => {
    await forged(change);
    const { orders, credits } = await restored();
    expect(orders).toEqual([]);
    expect(credits.available).toBe(0);
  });

  it.each<[string, Partial<Order>]>([
    ['a lower price', { price: lamports(1n) }],
    ['another treasury', { treasury: STRANGER }],
    ['more credits', { credits: 5_000_000 }],
  ])('forges an order that waits for its transfer, with %s: it is left out', async (_w, change) => {
    await forged({ ...change, state: { kind: 'manual', since: 1 } });
    expect((await restored()).orders).toEqual([]);
  });

  it('forges an order as it is sold, with a payment that never was: it grants nothing and waits', async () => {
    await forged({});
    const { orders, credits } = await restored();
    expect(orders.map(({ state }) => state.kind)).toEqual(['manual']);
    expect(credits).toMatchObject({ granted: 0, available: 0 });
  });

  it('restores one genuine backup on five devices: none has a credit before the chain confirms it', async () => {
    await fill(forger, 'guest', 1);
    const file = await saved(forger, 'guest');
    for (let n = 0; n < 5; n += 1) {
      const other = await device(ACCOUNT);
      await (await other.backups.check(file, PASSPHRASE, ACCOUNT)).bring();
      expect((await creditsOf(other, scope(ACCOUNT))).available).toBe(0);
    }
  });

  it.each<[string, LedgerEntry[]]>([
    ['nothing but a release', [usage('release', 'release:x', 5_000_000, 'guest', 'x')]],
    [
      'a release beyond what was reserved',
      [
        usage('reserve', 'reserve:x', 12, 'guest', 'x'),
        usage('release', 'release:x', 5_000_000, 'guest', 'x'),
      ],
    ],
    [
      'a release of what was used',
      [
        usage('reserve', 'reserve:x', 12, 'guest', 'x'),
        usage('consume', 'consume:x', 12, 'guest', 'x'),
        usage('release', 'release:x', 12, 'guest', 'x'),
      ],
    ],
    ['a grant row', [usage('grant', 'grant:x', 5_000_000, 'guest', 'x')]],
    ['a refund row for no order', [usage('refund', 'refund:x', 5, 'guest', 'x')]],
  ])('writes %s: it is left out', async (_what, rows) => {
    await forger.store.write(rows.map((put) => ({ table: 'ledger' as const, put })));
    await restored();
    expect(await victim.store.list('ledger', scope(ACCOUNT))).toEqual([]);
  });

  it('releases anew what a batch of this device used: the device knows its own batch', () => {
    const here: Here = {
      avatars: new Set(),
      orders: new Set(),
      ledger: new Set(['reserve:mine']),
      mints: new Set(),
      settings: true,
      countedElsewhere: new Set(),
      returned: new Set(),
    };
    const contents = {
      madeAt: 1,
      settings: undefined,
      orders: [],
      mints: [],
      avatars: [],
      ledger: [
        usage('reserve', 'reserve:mine', 5_000_000, 'guest', 'mine'),
        usage('release', 'release:new', 5_000_000, 'guest', 'mine'),
      ],
    };
    const options = { profileId: 'guest', firstAvatarId: 1, treasury: ADDRESS, now: 1 };
    expect(mergeBackup(contents, here, options).ledger).toEqual([]);
  });
});

describe('whoever writes rows into storage', () => {
  const bought = (id: string) => order(id, 'guest', id.repeat(64));
  it.each<[string, Order[], LedgerEntry[]]>([
    ['a grant row', [], [usage('grant', 'grant:a', 5_000_000, 'guest', 'a')]],
    [
      'a grant row beside a paid order that is used up',
      [bought('1')],
      [
        usage('grant', 'grant:a', 5_000_000, 'guest', 'a'),
        usage('reserve', 'reserve:b', 1_000, 'guest', 'b'),
      ],
    ],
    [
      'one payment under two orders',
      [bought('1'), { ...bought('2'), state: bought('1').state }],
      [usage('reserve', 'reserve:b', 1_000, 'guest', 'b')],
    ],
    ['a release of nothing', [], [usage('release', 'release:x', 5_000_000, 'guest', 'x')]],
    [
      'one batch’s release for another',
      [bought('1')],
      [
        usage('reserve', 'reserve:b', 1_000, 'guest', 'b'),
        usage('release', 'release:c', 1_000, 'guest', 'c'),
      ],
    ],
  ])('has no more to spend by %s', (_what, orders, rows) => {
    expect(sumCredits(orders, rows).available).toBe(0);
  });
});
