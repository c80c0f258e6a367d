import { z } from 'zod';

import { LikenessError } from '../errors.ts';
import type { FileName } from '../file-name.ts';
import { wasSoldAs } from '../price-books.ts';
import type { Scope } from '../scope.ts';
import { orderedAt } from './order-id.ts';
import { decodeOrder, encodeOrder, type Order } from './order.ts';
import { isPaid } from './selectors.ts';

const FORMAT = 'likeness-receipt';
const VERSION = 1;
/** A receipt is about 1 KB. */
export const RECEIPT_MAX_BYTES = 64 * 1024;
const ABOUT =
  'Proof of a purchase at Likeness. To bring it back: Dashboard, Settings, Purchases, Import a receipt.';
/** Fields left out of a receipt: they mean something only on this device. */
const STAYS_HERE = new Set([
  'profileId',
  'draftId',
  'amountShown',
  'amountSeenUntil',
  'referenceSeenUntil',
  'refundSeenUntil',
  'restore',
]);

const envelope = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  order: z.record(z.string(), z.unknown()),
});

export const receiptName = (order: Order): FileName => `Likeness_receipt_${order.id}.json`;

/**
 * Writes a paid order as the text of a file.
 * @throws RangeError if the order isn't paid
 */
export function writeReceipt(order: Order): string {
  const { state } = order;
  if (state.kind !== 'finalized') throw new RangeError('only a paid order has a receipt');
  // Whether it was refunded is looked up again on import.
  const rows = Object.entries(
    encodeOrder({ ...order, state: { kind: 'finalized', proof: state.proof } }),
  );
  const kept = Object.fromEntries(rows.filter(([name]) => !STAYS_HERE.has(name)));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, about: ABOUT, order: kept }, undefined, 2)}\n`;
}

/**
 * The order in a receipt, moved to the given profile. What it says of the payment is a claim that
 * the chain has to confirm.
 * @throws LikenessError 'receipt-unreadable', 'receipt-other-chain', or 'receipt-changed' if its
 * plan was never sold that way, or was sold for another treasury
 */
export function readReceipt(text: string, scope: Scope, treasury: string): Order {
  const order = { ...parsed(text), profileId: scope.profileId };
  if (!isPaid(order)) throw new LikenessError('receipt-unreadable');
  if (order.genesis !== scope.genesis) throw new LikenessError('receipt-other-chain');
  if (!isAsSold(order, treasury)) throw new LikenessError('receipt-changed', { order: order.id });
  return order;
}

/**
 * Whether a paid order from elsewhere was really sold: at a price in force then, to that treasury.
 */
export function isAsSold(order: Order, treasury: string): boolean {
  const { state } = order;
  if (state.kind !== 'finalized' || order.treasury !== treasury) return false;
  return wasSoldAs(order, state.proof.blockTime ?? orderedAt(order.id));
}

function parsed(text: string): Order {
  try {
    return decodeOrder({ ...envelope.parse(JSON.parse(text)).order, profileId: FORMAT });
  } catch (thrown) {
    throw new LikenessError('receipt-unreadable', {}, { cause: thrown });
  }
}
