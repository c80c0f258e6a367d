import { z } from 'zod';

import { isLamports, type Lamports } from '../money.ts';
import { PLAN_IDS } from '../plans.ts';
import { address, count, key, reason, scope, signature, time } from '../rows/fields.ts';
import { byKind, rowOf } from '../rows/shape.ts';
import { ORDER_ID } from './create-order.ts';
import type { Order, OrderState, PaymentProof, RefundProof } from './order.ts';

const amount = z.custom<Lamports>(isLamports);
const signed = {
  signature,
  payer: address,
  transaction: z.base64(),
  lastValidBlockHeight: count,
};
const blockTime = z.int().nullable();

/** An order as the store keeps it. */
export const orderRow = rowOf<Order>()({
  id: z.string().regex(ORDER_ID),
  ...scope,
  plan: z.enum(PLAN_IDS),
  priceBook: z.int().positive(),
  price: amount,
  credits: z.int().positive(),
  treasury: address,
  reference: address,
  manualAmount: amount,
  sinceSlot: count,
  createdAt: time,
  updatedAt: time,
  amountShown: z.boolean().exactOptional(),
  amountSeenUntil: signature.exactOptional(),
  referenceSeenUntil: signature.exactOptional(),
  refundSeenUntil: signature.exactOptional(),
  draftId: key.exactOptional(),
  restore: key.exactOptional(),
  state: byKind<OrderState>()({
    draft: {},
    'awaiting-signature': {
      sendsItself: z.boolean(),
      closed: z.boolean(),
      returnsByLink: z.boolean(),
      askedAt: time,
      payer: address,
      blockhash: address,
      lastValidBlockHeight: count,
    },
    signed,
    submitted: { submittedAt: time, ...signed },
    confirmed: { submittedAt: time, slot: count, ...signed },
    finalized: {
      proof: rowOf<PaymentProof>()({
        signature,
        slot: count,
        blockTime,
        payer: address,
        treasury: address,
        lamports: amount,
        fee: amount,
      }),
      refund: rowOf<RefundProof>()({
        signature,
        slot: count,
        blockTime,
        to: address,
        lamports: amount,
      }).exactOptional(),
    },
    manual: { since: time, signature: signature.exactOptional() },
    failed: { reason, signature: signature.exactOptional() },
    expired: { signature: signature.exactOptional() },
  }),
});

/** The fields that hold an order's amounts; `fee` and `lamports` are in its proofs. */
const AMOUNTS = new Set(['price', 'manualAmount', 'lamports', 'fee']);

/** Amounts as decimal strings, which JSON can carry. */
const inDigits = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inDigits(one)]));
};

/**
 * Turns an order's amounts from digits into the types used in calculations. Checks nothing else.
 */
export const withAmounts = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      name,
      AMOUNTS.has(name) && typeof one === 'string' && /^\d{1,20}$/.test(one)
        ? BigInt(one)
        : withAmounts(one),
    ]),
  );
};

/** An order in a form that JSON can carry. @throws ZodError if it isn't an order */
export const encodeOrder = (order: Order) =>
  inDigits(orderRow.parse(order)) as Readonly<Record<string, unknown>>;

/** Checks every field. @throws ZodError if what was stored isn't an order */
export const decodeOrder = (stored: unknown): Order => orderRow.parse(withAmounts(stored));
