import { lamports } from '../money.ts';
import { soldFor } from '../price-books.ts';
import type { Scope } from '../scope.ts';
import { orderedAt } from './create-order.ts';
import type { Order, PaymentProof } from './order.ts';

/** What a payment on the chain says of its order: the memo, the key beside the transfer, the transfer. */
export interface FoundPayment {
  readonly orderId: string;
  readonly reference: string;
  readonly proof: PaymentProof;
}

/** The paid order of a payment found on the chain; undefined when no plan was ever sold for that amount. */
export function restoreOrder(
  { orderId, reference, proof }: FoundPayment,
  scope: Scope,
): Order | undefined {
  const createdAt = orderedAt(orderId);
  // The id's date is the buyer's; the block's isn't.
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
