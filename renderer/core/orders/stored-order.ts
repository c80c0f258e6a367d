import { z } from 'zod';

import { isAddress, isSignature } from '../base58.ts';
import { isErrorCode, type ErrorCode } from '../errors.ts';
import { lamports } from '../money.ts';
import { PLAN_IDS } from '../plans.ts';
import { ORDER_ID } from './create-order.ts';
import type { Order } from './order.ts';

/**
 * An order as JSON text can carry it (sealed rows, receipts, backups): amounts as decimal
 * strings. What is read back is checked field by field.
 */
const amount = z.codec(z.string().regex(/^\d{1,20}$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});
const lamportsField = amount.refine((value) => value <= 0xffff_ffff_ffff_ffffn);
const time = z.number().int().nonnegative();
const height = z.number().int().nonnegative();
const address = z.string().refine(isAddress);
const signature = z.string().refine(isSignature);
const reason = z.custom<ErrorCode>(isErrorCode);

const signed = {
  signature,
  payer: address,
  transaction: z.base64(),
  lastValidBlockHeight: height,
};

const proof = z.strictObject({
  signature,
  slot: height,
  blockTime: z.number().int().nullable(),
  payer: address,
  treasury: address,
  lamports: lamportsField,
  fee: lamportsField,
});

const refund = z.strictObject({
  signature,
  slot: height,
  blockTime: z.number().int().nullable(),
  to: address,
  lamports: lamportsField,
});

const state = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('draft') }),
  z.strictObject({
    kind: z.literal('awaiting-signature'),
    sendsItself: z.boolean(),
    closed: z.boolean(),
    returnsByLink: z.boolean(),
    askedAt: time,
    payer: address,
    blockhash: address,
    lastValidBlockHeight: height,
  }),
  z.strictObject({ kind: z.literal('signed'), ...signed }),
  z.strictObject({ kind: z.literal('submitted'), submittedAt: time, ...signed }),
  z.strictObject({ kind: z.literal('confirmed'), submittedAt: time, slot: height, ...signed }),
  z.strictObject({ kind: z.literal('finalized'), proof, refund: refund.exactOptional() }),
  z.strictObject({ kind: z.literal('manual'), since: time, signature: signature.exactOptional() }),
  z.strictObject({ kind: z.literal('failed'), reason, signature: signature.exactOptional() }),
  z.strictObject({ kind: z.literal('expired'), signature: signature.exactOptional() }),
]);

const storedOrder = z.strictObject({
  id: z.string().regex(ORDER_ID),
  profileId: z.string().min(1),
  genesis: address,
  plan: z.enum(PLAN_IDS),
  priceBook: z.number().int().positive(),
  price: lamportsField,
  credits: z.number().int().positive(),
  treasury: address,
  reference: address,
  manualAmount: lamportsField,
  sinceSlot: height,
  createdAt: time,
  updatedAt: time,
  draftId: z.string().exactOptional(),
  state,
});

type StoredOrder = z.input<typeof storedOrder>;

/** An order as plain JSON. */
export const encodeOrder = (order: Order): StoredOrder => z.encode(storedOrder, order);

/** @throws ZodError when what was stored isn't an order */
export function decodeOrder(stored: unknown): Order {
  const {
    price,
    manualAmount,
    state: read,
    ...rest
  } = z.decode(storedOrder, stored as StoredOrder);
  return {
    ...rest,
    price: lamports(price),
    manualAmount: lamports(manualAmount),
    state: branded(read),
  };
}

/** Gives the amounts, checked by the schema, their unit. */
function branded(read: z.output<typeof state>): Order['state'] {
  if (read.kind !== 'finalized') return read;
  return {
    kind: 'finalized',
    ...(read.refund && { refund: { ...read.refund, lamports: lamports(read.refund.lamports) } }),
    proof: {
      ...read.proof,
      lamports: lamports(read.proof.lamports),
      fee: lamports(read.proof.fee),
    },
  };
}
