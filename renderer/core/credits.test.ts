import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { finalized, paidOrder, refundedOrder } from '../../tests/support/paid-order.ts';
import {
  consumeId,
  ledgerRow,
  refundId,
  releaseId,
  reserveId,
  returnId,
  RETURNS_PER_SET,
  returnsLeft,
  sumCredits,
  type LedgerEntry,
} from './credits.ts';
import { lamports } from './money.ts';
import type { Order } from './orders/order.ts';

const scope = { profileId: 'guest', genesis: 'g' };
const row = (kind: LedgerEntry['kind'], id: string, amount: number, cause: string): LedgerEntry =>
  ledgerRow(scope, kind, id, cause, 0, amount);
const paid = paidOrder(scope, 'o1');
const grant = row('grant', 'grant:o1', 1_000, 'o1');
const reserve = row('reserve', reserveId('b1'), 12, 'b1');
const consume = row('consume', consumeId('u1'), 1, 'b1');
const release = row('release', releaseId('u2'), 1, 'b1');

describe('the usage ledger', () => {
  it('reserves, consumes and releases', () => {
    expect(sumCredits([paid], [reserve, consume, release])).toEqual({
      granted: 1_000,
      reserved: 10,
      spent: 1,
      available: 989,
    });
  });

  it('counts an entry once, however often it is written', () => {
    expect(sumCredits([paid], [reserve, reserve]).available).toBe(988);
  });

  it('never shows less than nothing', () => {
    expect(
      sumCredits([paid], [row('refund', refundId('o1'), 1_000, 'o1'), consume]).available,
    ).toBe(0);
  });
});

describe('a returned avatar', () => {
  const uids = ['u1', 'u2', 'u3', 'u4', 'u5'];
  const used = (batch: string) =>
    uids.map((uid) => row('consume', consumeId(batch + uid), 1, batch));
  const returned = (batch: string, uid: string, cause = batch): LedgerEntry =>
    row('return', returnId(batch + uid), 1, cause);
  const set = (batch: string) => [row('reserve', reserveId(batch), 5, batch), ...used(batch)];

  it('returns its credit, once', () => {
    const rows = [...set('b1'), returned('b1', 'u1'), returned('b1', 'u1')];
    expect(sumCredits([paid], rows)).toEqual({
      granted: 1_000,
      reserved: 0,
      spent: 4,
      available: 996,
    });
    expect(returnsLeft(rows, 'b1')).toBe(2);
    expect(returnsLeft(rows, 'b2')).toBe(3);
  });

  it('returns nothing if it used no credit, or none of that set', () => {
    const strange = [
      returned('b1', 'u9'),
      returned('b1', 'u1', 'b2'),
      row('return', 'u1', 1, 'b1'),
      row('return', returnId('b1'), 1, 'b1'),
    ];
    const rows = [...set('b1'), ...set('b2'), ...strange];
    expect(sumCredits([paid], rows).spent).toBe(10);
    expect(returnsLeft(rows, 'b1')).toBe(3);
  });

  it('is counted at most three times per set, whatever the rows’ number, order or amounts', () => {
    const batch = fc.constantFrom('b1', 'b2');
    const any = fc.record({
      batch,
      uid: fc.constantFrom(...uids, 'none'),
      cause: batch,
      amount: fc.nat(1_000_000),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), fc.nat(1_000), (all, turn) => {
        const rows = [
          ...set('b1'),
          ...set('b2'),
          ...all.map(({ batch, uid, cause, amount }) => ({
            ...returned(batch, uid, cause),
            amount,
          })),
        ];
        const at = turn % rows.length;
        const { spent, available } = sumCredits([paid], [...rows.slice(at), ...rows.slice(0, at)]);
        const good = (batch: string): number =>
          new Set(
            all.flatMap((one) =>
              one.batch === batch && one.cause === batch && one.uid !== 'none' ? [one.uid] : [],
            ),
          ).size;
        const back = (batch: string): number => Math.min(RETURNS_PER_SET, good(batch));
        expect(spent).toBe(10 - back('b1') - back('b2'));
        expect(available).toBe(1_000 - spent);
        expect(returnsLeft(rows, 'b1')).toBe(RETURNS_PER_SET - back('b1'));
      }),
    );
  });
});

describe('what grants credits', () => {
  it('is a paid order: a library of an earlier version gets what its orders grant, once', () => {
    expect(sumCredits([paid], [grant, consume])).toMatchObject({ granted: 1_000, available: 999 });
  });

  it('is never a row: one without its order gives nothing', () => {
    expect(sumCredits([], [grant, { ...grant, id: 'grant:o2', amount: 5_000_000 }])).toEqual({
      granted: 0,
      reserved: 0,
      spent: 0,
      available: 0,
    });
  });

  it.each<[string, Partial<Order>, number]>([
    ['that waits for its transfer', { state: { kind: 'manual', since: 1 } }, 0],
    ['with more credits than were sold', { credits: 9_999_999 }, 1_000],
    ['of a dearer plan for this price', { plan: 'pro' }, 0],
    ['for a price that never was', { price: lamports(1n) }, 0],
    ['of a price book that never was', { priceBook: 99 }, 0],
    [
      'that was paid too little',
      { state: { kind: 'finalized', proof: { ...finalized(paid).proof, lamports: lamports(1n) } } },
      0,
    ],
  ])('is no order %s', (_what, change, granted) => {
    expect(sumCredits([{ ...paid, ...change }], []).granted).toBe(granted);
  });

  it('is each payment once: two orders that name the same one count as one', () => {
    expect(sumCredits([paid, paid, { ...paid, id: 'o2' }], []).granted).toBe(1_000);
  });
});

describe('a refund', () => {
  const refunded = refundedOrder(paid);
  const other = paidOrder(scope, 'o2');

  it('takes back what its row says, or all of the order if the row is missing', () => {
    expect(
      sumCredits([refunded, other], [row('refund', refundId('o1'), 600, 'o1')]).available,
    ).toBe(1_400);
    expect(sumCredits([refunded, other], []).available).toBe(1_000);
  });

  it('takes nothing from other orders: at most its own credits, and none while its order is pending', () => {
    const back = row('refund', refundId('o1'), 5_000, 'o1');
    expect(sumCredits([refunded, other], [back]).available).toBe(1_000);
    const waits: Order = { ...paid, state: { kind: 'manual', since: 1 } };
    expect(sumCredits([waits, other], [back]).available).toBe(1_000);
  });
});
