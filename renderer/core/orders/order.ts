import { z } from 'zod';

import { isLamports, type Lamports } from '../money.ts';
import { PLAN_IDS } from '../plans.ts';
import {
  address,
  count,
  key,
  kinds,
  reason,
  scope,
  signature,
  time,
  type Row,
} from '../rows/fields.ts';
import type { Scope } from '../scope.ts';
import { ORDER_ID } from './order-id.ts';

const amount = z.custom<Lamports>(isLamports);

const walletRequest = z.strictObject({
  /**
   * The wallet signs and sends in one step, so the order stays locked until it is found on chain.
   */
  sendsItself: z.boolean(),
  /**
   * Nothing more can be approved in the wallet: it answered, or the user says no window is open.
   */
  closed: z.boolean(),
  /** The answer arrives as a link that reopens the app, so a reload doesn't end the request. */
  returnsByLink: z.boolean(),
  askedAt: time,
  payer: address,
  blockhash: address,
  lastValidBlockHeight: count,
});
export interface WalletRequest extends Row<typeof walletRequest> {}

const signedPayment = z.strictObject({
  signature,
  payer: address,
  /** The signed transaction, base64, for rebroadcasting until it expires. */
  transaction: z.base64(),
  lastValidBlockHeight: count,
});
export interface SignedPayment extends Row<typeof signedPayment> {}

const paymentProof = z.strictObject({
  signature,
  slot: count,
  /** Unix milliseconds of the block, or null if the chain doesn't report it. */
  blockTime: z.int().nullable(),
  payer: address,
  treasury: address,
  lamports: amount,
  fee: amount,
});
/** What the verifier saw on chain; stored permanently. */
export interface PaymentProof extends Row<typeof paymentProof> {}

const refundProof = z.strictObject({
  signature,
  slot: count,
  blockTime: z.int().nullable(),
  /** The recipient, base58. */
  to: address,
  lamports: amount,
});
/** A finalized transfer from the treasury with a `refundMemo`. */
export interface RefundProof extends Row<typeof refundProof> {}

const orderState = kinds({
  draft: {},
  'awaiting-signature': walletRequest.shape,
  signed: signedPayment.shape,
  submitted: { submittedAt: time, ...signedPayment.shape },
  confirmed: { submittedAt: time, slot: count, ...signedPayment.shape },
  finalized: { proof: paymentProof, refund: refundProof.exactOptional() },
  manual: {
    /** When the user said that they sent the money. */
    since: time,
    /** A transaction that the user named and that isn't finalized yet. */
    signature: signature.exactOptional(),
  },
  /**
   * Nothing of this attempt can still move money: it was never sent, or (with a signature) it
   * failed on chain. So paying again is safe.
   */
  failed: { reason, signature: signature.exactOptional() },
  /**
   * Proven unable to land any more. No signature if the wallet was to send the transaction itself.
   */
  expired: { signature: signature.exactOptional() },
});
/** How far a payment has come. Each state is stored before the next step is taken. */
export type OrderState = Row<typeof orderState>;

/** An order as the store keeps it. */
export const orderRow = z.strictObject({
  /** Sortable by creation: base32 of time and random bits, 'LK-…'. Also the payment's memo. */
  id: z.string().regex(ORDER_ID),
  ...scope,
  plan: z.enum(PLAN_IDS),
  priceBook: z.int().positive(),
  price: amount,
  /** What the plan promised on the day of the order. */
  credits: z.int().positive(),
  treasury: address,
  /**
   * A base58 public key without a known private key; the transfer names it so that it can be found.
   */
  reference: address,
  /** The exact amount that identifies a manual payment: price + 1…999,999 lamports. */
  manualAmount: amount,
  /**
   * The chain's slot when the order was made. Slots decide what is 'later than the order': the
   * device's clock may be wrong, the chain's can't be.
   */
  sinceSlot: count,
  createdAt: time,
  updatedAt: time,
  /**
   * Whether the manual amount was ever shown; only then can a transfer of it arrive. Orders of
   * earlier versions don't say; theirs may have been.
   */
  amountShown: z.boolean().exactOptional(),
  /**
   * Positions of searches: the transaction, base58, up to which the manual amount has been looked for
   * in vain among the treasury's transactions, and a payment or a refund under the reference.
   */
  amountSeenUntil: signature.exactOptional(),
  referenceSeenUntil: signature.exactOptional(),
  refundSeenUntil: signature.exactOptional(),
  /** The draft that becomes a batch once paid, if there is one. */
  draftId: key.exactOptional(),
  /** The restore that brought this order; missing if it was made or found here. */
  restore: key.exactOptional(),
  state: orderState,
});
export interface Order extends Scope, Row<typeof orderRow> {
  readonly state: OrderState;
}

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
