import { solText } from '../../core/money.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import { PLANS } from '../../core/plans.ts';

export interface RefundRequest {
  readonly order: Order;
  readonly proof: PaymentProof;
  /** The address the buyer wants the money at, base58. */
  readonly to: string;
  readonly words: string;
}

/**
 * The mail that asks for a refund. Refunds are requested by mail in every build: the owner may have
 * to ask back, and the buyer keeps a dated copy. It is in English, because the owner reads it, and
 * its last line is input for the owner's tool.
 */
export const refundMail = ({
  order,
  proof,
  to,
  words,
}: RefundRequest): { subject: string; body: string } => ({
  subject: `Likeness: refund of ${order.id}`,
  body: [
    `I’d like a refund of ${solText(proof.lamports)} SOL (${PLANS[order.plan].name}) under the 7-day guarantee.`,
    ...(words === '' ? [] : ['', words]),
    '',
    `Order: ${order.id}`,
    `Paid by: ${proof.payer}`,
    `Transaction: ${proof.signature}`,
    `Refund to (I confirm that this address is mine): ${to}`,
    '',
    `npm run refund -- --order ${order.id} --payment ${proof.signature} --reference ${order.reference} --to ${to}`,
  ].join('\n'),
});
