import type { PaymentProof, RefundProof } from './order.ts';

/**
 * The memo with which the treasury's refund names its order, and which of that order's payments it
 * pays back. Earlier versions named only the order.
 */
export const refundMemo = (orderId: string, payment?: string): string =>
  `refund:${orderId}${payment === undefined ? '' : `:${payment}`}`;

/** A refund of an order; `payment` is the transfer that it pays back, if it names one. */
export interface FoundRefund {
  readonly orderId: string;
  readonly payment?: string | undefined;
  readonly refund: RefundProof;
}

/** Whether a refund of a payment's order ends that payment. */
export const endsPayment = (
  { payment, refund }: FoundRefund,
  { signature, slot }: Pick<PaymentProof, 'signature' | 'slot'>,
): boolean => refund.slot >= slot && (payment ?? signature) === signature;
