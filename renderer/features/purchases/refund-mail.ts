import { formatSol } from '../../core/money.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import { PLANS } from '../../core/plans.ts';

export interface RefundRequest {
  readonly order: Order;
  readonly proof: PaymentProof;
  /** Where the buyer wants the money, base58. */
  readonly to: string;
  readonly words: string;
}

/** The mail by which a refund is asked for. Its last line is what the owner's tool takes. */
export const refundMail = ({
  order,
  proof,
  to,
  words,
}: RefundRequest): { subject: string; body: string } => ({
  subject: `Likeness: refund of ${order.id}`,
  body: [
    `I’d like a refund of ${formatSol(proof.lamports)} SOL (${PLANS[order.plan].name}) under the 7-day guarantee.`,
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
