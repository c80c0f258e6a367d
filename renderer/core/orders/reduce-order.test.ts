import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lamports } from '../money.ts';
import { PLANS } from '../plans.ts';
import { createOrder } from './create-order.ts';
import {
  decodeOrder,
  encodeOrder,
  type Order,
  type PaymentProof,
  type RefundProof,
} from './order.ts';
import { reduceOrder, type OrderEvent } from './reduce-order.ts';
import { canPay, isOpen, isPaid, refundOf } from './selectors.ts';

const KEY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const SIGNATURES = ['2', '3'].map((digit) => '1'.repeat(63) + digit);
const order = createOrder({
  plan: PLANS.basic,
  scope: { profileId: 'guest', genesis: KEY },
  treasury: KEY,
  slot: 7,
  now: 1_800_000_000_000,
  random: (length) => new Uint8Array(length).fill(9),
});
const proof = (signature: string): PaymentProof => ({
  signature,
  slot: 9,
  blockTime: null,
  payer: KEY,
  treasury: KEY,
  lamports: order.price,
  fee: lamports(5_000n),
});
const ASKED: OrderEvent = {
  type: 'wallet-asked',
  at: 1,
  sendsItself: false,
  returnsByLink: false,
  payer: KEY,
  blockhash: KEY,
  lastValidBlockHeight: 150,
};
const refund: RefundProof = {
  signature: '1'.repeat(63) + '4',
  slot: 20,
  blockTime: null,
  to: KEY,
  lamports: order.price,
};

const at = fc.integer({ min: 1, max: 1_000_000 });
const signature = fc.constantFrom(...SIGNATURES);
/** An event at some time, with the rest of it drawn at random. */
const on = <const T extends string, A extends object>(
  weight: number,
  type: T,
  rest: { [K in keyof A]: fc.Arbitrary<A[K]> } = {} as never,
): fc.WeightedArbitrary<{ type: T; at: number } & A> => ({
  weight,
  arbitrary: fc.tuple(at, fc.record(rest)).map(([at, drawn]) => ({ type, at, ...drawn })),
});
const payer = fc.constant(KEY);
// Weighted towards wallet payments, so that their late states occur often.
const event = fc.oneof<fc.MaybeWeightedArbitrary<OrderEvent>[]>(
  on(6, 'wallet-asked', {
    sendsItself: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    returnsByLink: fc.boolean(),
    payer,
    blockhash: fc.constant(KEY),
    lastValidBlockHeight: at,
  }),
  on(6, 'signed', { signature, payer, transaction: fc.constant('AAAA'), lastValidBlockHeight: at }),
  on(6, 'submitted', { signature }),
  on(4, 'confirmed', { signature, slot: at }),
  on(4, 'expired', { signature }),
  on(1, 'request-ended'),
  on(1, 'request-declined'),
  on(2, 'request-closed', { lastValidBlockHeight: at }),
  on(1, 'request-failed', { reason: fc.constant('wallet-changed-transaction' as const) }),
  on(1, 'dropped', { signature }),
  on(1, 'failed-on-chain', { signature, reason: fc.constant('payment-failed-on-chain' as const) }),
  on(1, 'expired'),
  on(1, 'manual-claimed'),
  on(1, 'manual-claimed', { signature }),
  on(1, 'manual-withdrawn'),
  on(1, 'refunded', { refund: fc.constant(refund) }),
  on(1, 'finalized', { proof: signature.map(proof) }),
);

type Reduce = (order: Order, event: OrderEvent) => Order;
/** What a faulty copy does otherwise; false if nothing. */
type Fault = (order: Order, event: OrderEvent) => Order | false;

/** Events that end the attempt they refer to; nothing else may free an order for another one. */
function endsAttempt(live: string, event: OrderEvent): boolean {
  if (event.type === 'request-ended' || event.type === 'request-failed') return live === 'ask';
  if (event.type === 'request-declined')
    return live === 'ask' || live === 'wallet-sends' || live === 'wallet-may-have-sent';
  // A wallet that sends by itself must be done before what it may have sent can expire.
  if (event.type === 'expired')
    return event.signature === undefined
      ? live === 'wallet-may-have-sent'
      : event.signature === live;
  return event.type === 'failed-on-chain' && event.signature === live;
}

/** The rules as a model of the reducer: `live` is the attempt that could still charge. */
function obeysTheRules(reduce: Reduce, events: readonly OrderEvent[]): void {
  let now = order;
  let live: string | undefined;
  for (const event of events) {
    const next = reduce(now, event);
    expect(reduce(next, event), 'a repeated event changes nothing').toBe(next);
    expect({ ...next, state: 0, updatedAt: 0 }).toEqual({ ...order, state: 0, updatedAt: 0 });
    if (isPaid(now)) {
      if (event.type !== 'refunded' || refundOf(now)) expect(next, 'finalized is final').toBe(now);
      expect(next.state).toMatchObject(now.state);
    } else expect(refundOf(next)).toBeUndefined();
    if (isPaid(next) && !isPaid(now)) expect(event.type).toBe('finalized');
    if (next !== now && event.type === 'request-closed') {
      expect(live).toBe('wallet-sends');
      live = 'wallet-may-have-sent';
    } else if (next.state !== now.state && next.state.kind === 'awaiting-signature') {
      expect(live, 'no second attempt while one could charge').toBeUndefined();
      live = next.state.sendsItself ? 'wallet-sends' : 'ask';
    } else if (next !== now && event.type === 'signed') {
      expect(live).toBe('ask');
      live = event.signature;
    } else if (live !== undefined && endsAttempt(live, event)) {
      // A confirmed one has to drop before it can expire.
      if (!(event.type === 'expired' && now.state.kind === 'confirmed')) live = undefined;
    }
    if (!isPaid(next))
      expect(canPay(next) && live !== undefined, 'payable means nothing can charge').toBe(false);
    expect(isOpen(next) && canPay(next)).toBe(false);
    now = next;
  }
  expect(decodeOrder(JSON.parse(JSON.stringify(encodeOrder(now))))).toEqual(now);
}

const property = (reduce: Reduce) =>
  fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) =>
    obeysTheRules(reduce, events),
  );
const runs = process.env['LIKENESS_DEEP'] ? 10_000 : 500;

describe('reduceOrder', () => {
  it('keeps the rules under any sequence of events', { timeout: 600_000 }, () => {
    fc.assert(property(reduceOrder), { numRuns: runs, seed: 5 });
  });

  it.each<[string, Fault]>([
    [
      'asks again while a payment is on its way',
      (before, event) =>
        event.type === 'wallet-asked' &&
        before.state.kind === 'submitted' &&
        reduceOrder({ ...before, state: { kind: 'draft' } }, event),
    ],
    [
      'believes an expiry of another signature',
      (before, event) =>
        event.type === 'expired' &&
        before.state.kind === 'submitted' &&
        reduceOrder(before, { ...event, signature: before.state.signature }),
    ],
    [
      'goes back from finalized',
      (before, event) =>
        event.type === 'manual-claimed' &&
        isPaid(before) && { ...before, state: { kind: 'manual', since: event.at } },
    ],
    [
      'lets a confirmed payment expire',
      (before, event) =>
        event.type === 'expired' &&
        before.state.kind === 'confirmed' &&
        event.signature === before.state.signature && {
          ...before,
          state: { kind: 'expired', signature: event.signature },
        },
    ],
    [
      'ends a request that the wallet sends itself',
      (before, event) =>
        event.type === 'request-ended' &&
        before.state.kind === 'awaiting-signature' && { ...before, state: { kind: 'draft' } },
    ],
    [
      'lets a request expire while the wallet may still send',
      (before, event) =>
        event.type === 'expired' &&
        before.state.kind === 'awaiting-signature' &&
        before.state.sendsItself && { ...before, state: { kind: 'expired' } },
    ],
  ])('a copy that %s is caught', { timeout: 60_000 }, (_, fault) => {
    const faulty: Reduce = (before, event) => fault(before, event) || reduceOrder(before, event);
    expect(() =>
      fc.assert(property(faulty), { numRuns: 2_000, seed: 5, endOnFailure: true }),
    ).toThrow();
  });

  it('walks the wallet’s way', () => {
    const payment = {
      signature: SIGNATURES[0] ?? '',
      payer: KEY,
      transaction: 'AAAA',
      lastValidBlockHeight: 150,
    };
    const events: OrderEvent[] = [
      ASKED,
      { type: 'signed', at: 2, ...payment },
      { type: 'submitted', at: 3, signature: payment.signature },
      { type: 'confirmed', at: 4, signature: payment.signature, slot: 8 },
      { type: 'finalized', at: 5, proof: proof(payment.signature) },
    ];
    let now = order;
    const kinds = events.map((event) => {
      now = reduceOrder(now, event);
      return now.state.kind;
    });
    expect(kinds).toEqual(['awaiting-signature', 'signed', 'submitted', 'confirmed', 'finalized']);
    expect(now.updatedAt).toBe(5);
  });
});

it('createOrder gives ids that sort by time and amounts that identify', () => {
  const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(
      bytes,
      bytes,
      fc.nat(1e12),
      fc.integer({ min: 1, max: 1e9 }),
      (one, other, now, later) => {
        const make = (time: number, chance: Uint8Array) =>
          createOrder({
            plan: PLANS.pro,
            scope: order,
            treasury: KEY,
            slot: 0,
            now: time,
            random: (length) => chance.subarray(0, length),
          });
        const [first, second] = [make(now, one), make(now + later, other)];
        expect(first.id < second.id).toBe(true);
        expect(first.id).toMatch(/^LK-[0-9A-HJKMNP-TV-Z]{20}$/);
        const over = first.manualAmount - first.price;
        expect(over >= 1n && over <= 999_999n).toBe(true);
      },
    ),
    { seed: 5 },
  );
});

it('accepts only the requested payer’s signature, over exactly what was sent', () => {
  const asked = reduceOrder(order, ASKED);
  const [first = '', second = ''] = SIGNATURES;
  const payment = { transaction: 'AA==', lastValidBlockHeight: 150, signature: first };
  expect(reduceOrder(asked, { type: 'signed', at: 2, payer: 'another', ...payment })).toBe(asked);
  const signed = reduceOrder(asked, { type: 'signed', at: 2, payer: KEY, ...payment });
  expect(signed.state.kind).toBe('signed');
  expect(reduceOrder(signed, { type: 'submitted', at: 3, signature: second })).toBe(signed);
});
