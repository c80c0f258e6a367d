import type { ErrorCode } from '../errors.ts';
import type { Lamports } from '../money.ts';
import type { PlanId } from '../plans.ts';
import type { Scope } from '../scope.ts';

/** How far a payment has come. Each state is in storage before the step that follows it is taken. */
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
      /** When the user said that the money was sent. */
      readonly since: number;
      /** A transaction that the user named and that isn't finalized yet. */
      readonly signature?: string;
    }
  /**
   * Nothing of this attempt can still move money: it never left, or (with a signature) it is on
   * chain as failed. So paying again is safe.
   */
  | { readonly kind: 'failed'; readonly reason: ErrorCode; readonly signature?: string }
  /** Proven never to land any more. No signature where the wallet was to send by itself. */
  | { readonly kind: 'expired'; readonly signature?: string };

export interface WalletRequest {
  /** The wallet can only sign and send at once, so the order stays locked until found on chain. */
  readonly sendsItself: boolean;
  /** Nothing can be approved there any more: the wallet answered, or the user says that no window is open. */
  readonly closed: boolean;
  /** The answer comes as an address that opens the app anew, so a reload doesn't end the request. */
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

/** What the verifier saw on chain; kept for good. */
export interface PaymentProof {
  readonly signature: string;
  readonly slot: number;
  /** Unix milliseconds of the block, or null where the chain doesn't tell. */
  readonly blockTime: number | null;
  readonly payer: string;
  readonly treasury: string;
  readonly lamports: Lamports;
  readonly fee: Lamports;
}

/** The memo by which the treasury's transfer back names its order. */
export const refundMemo = (orderId: string): string => `refund:${orderId}`;

/** A finalized transfer from the treasury with the memo `refund:<order>`. */
export interface RefundProof {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number | null;
  /** Who got it, base58. */
  readonly to: string;
  readonly lamports: Lamports;
}

export interface Order extends Scope {
  /** Sortable by creation: base32 of time and chance, 'LK-…'. Also the payment's memo. */
  readonly id: string;
  readonly plan: PlanId;
  readonly priceBook: number;
  readonly price: Lamports;
  /** What the plan promised on the day of the order. */
  readonly credits: number;
  readonly treasury: string;
  /** Public key, base58, that no one holds: named in the transfer so that it can be found. */
  readonly reference: string;
  /** The exact amount that identifies a manual payment: price + 1…999,999 lamports. */
  readonly manualAmount: Lamports;
  /**
   * The chain's slot when the order was made. 'Later than the order' is decided by slots: the
   * device's clock may be wrong, the chain's can't be.
   */
  readonly sinceSlot: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /**
   * Whether the manual amount was ever on a screen: only then may a transfer of it come. Orders of
   * earlier versions don't say; theirs may have been.
   */
  readonly amountShown?: boolean;
  /** The treasury's newest transaction, base58, up to which none is a transfer of the manual amount. */
  readonly amountSeenUntil?: string;
  /** The draft that becomes a batch once paid, if there is one. */
  readonly draftId?: string;
  readonly state: OrderState;
}
