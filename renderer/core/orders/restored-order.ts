import { lamports } from '../money.ts';
import { soldFor } from '../price-books.ts';
import type { Scope } from '../scope.ts';
import { orderedAt } from './order-id.ts';
import type { Order, PaymentProof } from './order.ts';

/** What a payment on the chain says of its order: the memo, the reference key and the transfer. */
export interface FoundPayment {
  readonly orderId: string;
  readonly reference: string;
  readonly proof: PaymentProof;
}

/** The paid order of a payment on the chain; undefined if no plan was ever sold for that amount. */
export function restoreOrder(
  { orderId, reference, proof }: FoundPayment,
  scope: Scope,
): Order | undefined {
  const createdAt = orderedAt(orderId);
  // The buyer can choose the date in the id, but not the block's.
  const sold = soldFor(proof.lamports, proof.blockTime ?? createdAt);
  if (!sold) return undefined;
  const { plan, priceBook, price, credits } = sold;
  return {
    id: orderId,
    profileId: scope.profileId,
    genesis: scope.genesis,
    plan,
    priceBook,
    price,
    credits,
    treasury: proof.treasury,
    reference,
    manualAmount: lamports(price + 1n),
    sinceSlot: Math.max(0, proof.slot - 1),
    createdAt,
    updatedAt: proof.blockTime ?? createdAt,
    state: { kind: 'finalized', proof },
  };
}
