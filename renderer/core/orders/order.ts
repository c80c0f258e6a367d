import type { ErrorCode } from '../errors.ts';
import type { Lamports } from '../money.ts';
import type { PlanId } from '../plans.ts';
import type { Scope } from '../scope.ts';

/** How far a payment has come. Each state is stored before the next step is taken. */
export type OrderState =
  | { readonly kind: 'draft' }
  | ({ readonly kind: 'awaiting-signature' } & WalletRequest)
  | ({ readonly kind: 'signed' } & SignedPayment)
  | ({ readonly kind: 'submitted'; readonly submittedAt: number } & SignedPayment)
  | ({
      readonly kind: 'confirmed';
      readonly submittedAt: number;
      readonly slot: number;
    } & SignedPayment)
  | { readonly kind: 'finalized'; readonly proof: PaymentProof; readonly refund?: RefundProof }
  | {
      readonly kind: 'manual';
      /** When the user said that they sent the money. */
      readonly since: number;
      /** A transaction that the user named and that isn't finalized yet. */
      readonly signature?: string;
    }
  /**
   * Nothing of this attempt can still move money: it was never sent, or (with a signature) it
   * failed on chain. So paying again is safe.
   */
  | { readonly kind: 'failed'; readonly reason: ErrorCode; readonly signature?: string }
  /**
   * Proven unable to land any more. No signature if the wallet was to send the transaction itself.
   */
  | { readonly kind: 'expired'; readonly signature?: string };

export interface WalletRequest {
  /**
   * The wallet signs and sends in one step, so the order stays locked until it is found on chain.
   */
  readonly sendsItself: boolean;
  /**
   * Nothing more can be approved in the wallet: it answered, or the user says no window is open.
   */
  readonly closed: boolean;
  /** The answer arrives as a link that reopens the app, so a reload doesn't end the request. */
  readonly returnsByLink: boolean;
  readonly askedAt: number;
  readonly payer: string;
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

export interface SignedPayment {
  readonly signature: string;
  readonly payer: string;
  /** The signed transaction, base64, for rebroadcasting until it expires. */
  readonly transaction: string;
  readonly lastValidBlockHeight: number;
}

/** What the verifier saw on chain; stored permanently. */
export interface PaymentProof {
  readonly signature: string;
  readonly slot: number;
  /** Unix milliseconds of the block, or null if the chain doesn't report it. */
  readonly blockTime: number | null;
  readonly payer: string;
  readonly treasury: string;
  readonly lamports: Lamports;
  readonly fee: Lamports;
}

/**
 * The memo with which the treasury's refund names its order, and which of that order's payments it
 * pays back. Earlier versions named only the order.
 */
export const refundMemo = (orderId: string, payment?: string): string =>
  `refund:${orderId}${payment === undefined ? '' : `:${payment}`}`;

/** A finalized transfer from the treasury with a `refundMemo`. */
export interface RefundProof {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number | null;
  /** The recipient, base58. */
  readonly to: string;
  readonly lamports: Lamports;
}

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

export interface Order extends Scope {
  /** Sortable by creation: base32 of time and random bits, 'LK-…'. Also the payment's memo. */
  readonly id: string;
  readonly plan: PlanId;
  readonly priceBook: number;
  readonly price: Lamports;
  /** What the plan promised on the day of the order. */
  readonly credits: number;
  readonly treasury: string;
  /**
   * A base58 public key without a known private key; the transfer names it so that it can be found.
   */
  readonly reference: string;
  /** The exact amount that identifies a manual payment: price + 1…999,999 lamports. */
  readonly manualAmount: Lamports;
  /**
   * The chain's slot when the order was made. Slots decide what is 'later than the order': the
   * device's clock may be wrong, the chain's can't be.
   */
  readonly sinceSlot: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /**
   * Whether the manual amount was ever shown; only then can a transfer of it arrive. Orders of
   * earlier versions don't say; theirs may have been.
   */
  readonly amountShown?: boolean;
  /**
   * Positions of searches: the transaction, base58, up to which the manual amount has been looked for
   * in vain among the treasury's transactions, and a payment or a refund under the reference.
   */
  readonly amountSeenUntil?: string;
  readonly referenceSeenUntil?: string;
  readonly refundSeenUntil?: string;
  /** The draft that becomes a batch once paid, if there is one. */
  readonly draftId?: string;
  /** The restore that brought this order; missing if it was made or found here. */
  readonly restore?: string;
  readonly state: OrderState;
}
