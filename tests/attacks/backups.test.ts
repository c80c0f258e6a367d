import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { sumCredits, type Credits, type LedgerEntry } from '../../renderer/core/credits.ts';
import { lamports } from '../../renderer/core/money.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import {
  creditsOf,
  device,
  fill,
  merged,
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
  const checked = await victim.backups.check(
    await saved(forger, 'guest'),
    PASSPHRASE,
    scope(ACCOUNT),
  );
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

  it('returns an avatar and uses its credit again: a restore brings both uses', () => {
    const ledger = [
      usage('consume', 'consume:a', 999, 'guest'),
      usage('consume', 'consume:b', 1, 'guest'),
      usage('return', 'return:b', 1, 'guest'),
      usage('consume', 'consume:c', 1, 'guest', 'again'),
    ];
    expect(merged({ orders: [order('A', 'guest')], ledger }).ledger).toHaveLength(4);
  });

  it('restores one genuine backup on five devices: none has a credit before the chain confirms it', async () => {
    await fill(forger, 'guest', 1);
    const file = await saved(forger, 'guest');
    for (let n = 0; n < 5; n += 1) {
      const other = await device(ACCOUNT);
      await (await other.backups.check(file, PASSPHRASE, scope(ACCOUNT))).bring();
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
    const contents = {
      orders: [order('F', 'guest')],
      ledger: [
        usage('reserve', 'reserve:mine', 5_000_000, 'guest', 'mine'),
        usage('release', 'release:new', 5_000_000, 'guest', 'mine'),
      ],
    };
    expect(merged(contents, { ledger: new Set(['reserve:mine']) }).ledger).toEqual([]);
  });
});

describe('whoever wants to take credits away with a file', () => {
  const BEFORE = 997;
  /** The victim has bought 1,000 credits and used three. */
  async function after(
    rows: readonly LedgerEntry[],
    orders: readonly Order[] = [],
  ): Promise<Credits> {
    await fill(victim, ACCOUNT, 3);
    await forger.store.write([
      ...orders.map((put) => ({ table: 'orders' as const, put })),
      ...rows.map((put) => ({ table: 'ledger' as const, put })),
    ]);
    return (await restored()).credits;
  }
  const used = (amount: number) => [
    usage('reserve', 'reserve:x', amount, 'guest', 'x'),
    usage('consume', 'consume:x', amount, 'guest', 'x'),
  ];

  it.each<[string, LedgerEntry[]]>([
    ['reserves what no order covers', [usage('reserve', 'reserve:x', 100_000, 'guest', 'x')]],
    ['uses what no order covers', used(1_000)],
    ['returns an avatar of the victim', [usage('return', 'return:uid-0', 1, 'guest')]],
  ])('%s: nothing changes', async (_what, rows) => {
    expect((await after(rows)).available).toBe(BEFORE);
  });

  it.each<[string, LedgerEntry[]]>([
    ['reserves', [usage('reserve', 'reserve:x', 1_000, 'guest', 'x')]],
    ['uses', used(1_000)],
  ])(
    '%s all of a purchase that never was: it comes, but counts only against that',
    async (_w, rows) => {
      const { available } = await after(rows, [order('F', 'guest', '1'.repeat(64))]);
      expect(available).toBe(BEFORE);
    },
  );

  it('names the victim’s own purchase, as used up and as refunded: it is known here', async () => {
    const mine = order('A', 'guest');
    const { available } = await after(
      [...used(1_000), usage('refund', `refund:${mine.id}`, 1_000, 'guest', mine.id)],
      [mine],
    );
    expect(available).toBe(BEFORE);
  });

  it('uses more than the file’s purchases grant: that batch is left out', async () => {
    await after(used(1_001), [order('F', 'guest', '1'.repeat(64))]);
    expect(await victim.store.list('ledger', scope(ACCOUNT))).toHaveLength(4);
  });

  it('in whatever way: no less than before, and no more than the chain confirms', () => {
    const orders = [order('A', 'guest'), order('F', 'guest', '1'.repeat(64))];
    const entry = fc
      .record({
        kind: fc.constantFrom('reserve', 'consume', 'release', 'return', 'refund'),
        of: fc.constantFrom('uid-0', 'uid-1', 'a', 'b', 'c', 'd', ...orders.map(({ id }) => id)),
        cause: fc.constantFrom('batch', 'x', 'y', ...orders.map(({ id }) => id)),
        amount: fc.oneof(fc.nat(3), fc.nat(2_000)),
      })
      .map(({ kind, of, cause, amount }) =>
        usage(kind, `${kind}:${of}`, amount, 'guest', kind === 'refund' ? of : cause),
      );
    const entries = fc.uniqueArray(entry, { maxLength: 12, selector: ({ id }) => id });
    const some = fc.subarray(orders);
    fc.assert(
      fc.property(
        entries,
        entries,
        some,
        some,
        fc.boolean(),
        (mine, theirs, own, offered, paid) => {
          const before = sumCredits(own, mine);
          const merge = merged(
            { orders: offered, ledger: theirs },
            {
              orders: new Set(own.map(({ id }) => id)),
              ledger: new Set(mine.map(({ id }) => id)),
            },
          );
          // The chain confirms the purchases that came, or it never does.
          const confirmed = merge.orders.map((one) => ({
            ...one,
            ...(paid && {
              state: offered.find(({ id }) => id === one.id)?.state ?? one.state,
            }),
          }));
          const after = sumCredits([...own, ...confirmed], [...mine, ...merge.ledger]);
          expect(after.available).toBeGreaterThanOrEqual(before.available);
          expect(after.available).toBeLessThanOrEqual(
            before.available + (paid ? 1_000 * confirmed.length : 0),
          );
        },
      ),
      { numRuns: process.env['LIKENESS_DEEP'] ? 100_000 : 1_000, seed: 8 },
    );
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
