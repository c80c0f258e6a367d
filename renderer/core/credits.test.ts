import { describe, expect, it } from 'vitest';

import { paidOrder } from '../../tests/support/paid-order.ts';
import {
  consumeId,
  refundId,
  releaseId,
  reserveId,
  sumCredits,
  type LedgerEntry,
} from './credits.ts';
import { lamports } from './money.ts';
import type { Order, RefundProof } from './orders/order.ts';

const scope = { profileId: 'guest', genesis: 'g' };
const row = (
  kind: LedgerEntry['kind'],
  id: string,
  amount: number,
  cause: string,
): LedgerEntry => ({ ...scope, at: 0, kind, id, amount, cause });
const paid = paidOrder(scope, 'o1');
const grant = row('grant', 'grant:o1', 1_000, 'o1');
const reserve = row('reserve', reserveId('b1'), 12, 'b1');
const consume = row('consume', consumeId('u1'), 1, 'b1');
const release = row('release', releaseId('u2'), 1, 'b1');
const proofOf = ({ state }: Order) => {
  if (state.kind !== 'finalized') throw new Error('not paid');
  return state.proof;
};

describe('the usage ledger', () => {
  it('reserves, consumes and releases', () => {
    expect(sumCredits([paid], [reserve, consume, release])).toEqual({
      granted: 1_000,
      reserved: 10,
      spent: 1,
      available: 989,
    });
  });

  it('counts an entry once however often it was written', () => {
    expect(sumCredits([paid], [reserve, reserve]).available).toBe(988);
  });

  it('never shows less than nothing', () => {
    expect(
      sumCredits([paid], [row('refund', refundId('o1'), 1_000, 'o1'), consume]).available,
    ).toBe(0);
  });
});

describe('what grants credits', () => {
  it('is a paid order: a library of an earlier version has what its orders stand for, once', () => {
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
      { state: { kind: 'finalized', proof: { ...proofOf(paid), lamports: lamports(1n) } } },
      0,
    ],
  ])('is no order %s', (_what, change, granted) => {
    expect(sumCredits([{ ...paid, ...change }], []).granted).toBe(granted);
  });

  it('is one payment once: two orders that name the same one count as one', () => {
    expect(sumCredits([paid, paid, { ...paid, id: 'o2' }], []).granted).toBe(1_000);
  });
});

describe('a refund', () => {
  const refund: RefundProof = {
    signature: 'back',
    slot: 3,
    blockTime: null,
    to: paid.treasury,
    lamports: paid.price,
  };
  const refunded: Order = { ...paid, state: { kind: 'finalized', proof: proofOf(paid), refund } };
  const other = paidOrder(scope, 'o2');

  it('takes what its row says, and all of the order where the row is gone', () => {
    expect(
      sumCredits([refunded, other], [row('refund', refundId('o1'), 600, 'o1')]).available,
    ).toBe(1_400);
    expect(sumCredits([refunded, other], []).available).toBe(1_000);
  });

  it('takes nothing from other orders: not more than its own, and nothing while that one waits', () => {
    const back = row('refund', refundId('o1'), 5_000, 'o1');
    expect(sumCredits([refunded, other], [back]).available).toBe(1_000);
    const waits: Order = { ...paid, state: { kind: 'manual', since: 1 } };
    expect(sumCredits([waits, other], [back]).available).toBe(1_000);
  });
});
