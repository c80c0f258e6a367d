import type { Lamports } from '../core/money.ts';
import type { Order, PaymentProof, RefundProof } from '../core/orders/order.ts';
import type { FoundPayment } from '../core/orders/restored-order.ts';

export interface PreparedPayment {
  /** Serialized unsigned transaction, wire format. */
  readonly transaction: Uint8Array;
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  /** Network fee of this very transaction: signature and priority. */
  readonly fee: Lamports;
}

/** What a wallet gave back, found to be our payment. */
export interface CheckedPayment {
  readonly signature: string;
  /** The wallet may have put a newer one in. */
  readonly blockhash: string;
  readonly fee: Lamports;
}

export type SignatureStatus =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'seen';
      readonly commitment: 'processed' | 'confirmed' | 'finalized';
      readonly slot: number;
      readonly failed: boolean;
    };

/**
 * By what a transfer is recognised as an order's: its reference (wallet and QR payments), the
 * exact manual amount, or the user's word (a pasted signature: at least the price).
 */
export type PaymentMatch = 'reference' | 'amount' | 'named';

export type MismatchReason =
  | 'failed'
  | 'no-reference'
  | 'other-order'
  | 'wrong-recipient'
  | 'too-little'
  | 'other-amount'
  | 'too-early'
  | 'other-chain';

/** What the verifier says of a transaction for an order. */
export type Verdict =
  | { readonly kind: 'paid'; readonly proof: PaymentProof }
  /** Unknown so far, or not finalized; or not by the word of two nodes, and why. */
  | { readonly kind: 'not-yet'; readonly doubt?: 'network-alone' | 'network-differs' }
  | {
      readonly kind: 'no-match';
      readonly why: MismatchReason;
      /** What the treasury did receive. */
      readonly lamports?: Lamports;
    };

/** What a transaction under a payer's lookup key turned out to be. */
export type PurchaseRecord =
  | ({ readonly kind: 'payment' } & FoundPayment)
  | { readonly kind: 'refund'; readonly orderId: string; readonly refund: RefundProof };

/** A finalized transfer under an order's key that doesn't pay it. */
export type OtherTransfer = Omit<Extract<Verdict, { kind: 'no-match' }>, 'kind'> & {
  readonly signature: string;
};

/** Says whether a transaction already pays some other order. */
export type IsUsed = (signature: string) => Promise<boolean>;

/**
 * Solana, as far as payments need it. Where several RPCs are configured, that something was paid or
 * paid back is believed when two say so; when only one answers, once it has said so for a minute.
 * Rejects with LikenessError 'network-unreachable',
 * 'network-busy' or 'network-wrong', and with the signal's reason when aborted.
 */
export interface Chain {
  /** Asked anew each time: a sandbox may have been reset meanwhile. */
  genesis(signal?: AbortSignal): Promise<string>;
  /** Confirmed slot: the smaller of what two RPCs say. */
  slot(signal?: AbortSignal): Promise<number>;
  balance(address: string, signal?: AbortSignal): Promise<Lamports>;
  /** Amounts that the address received in its last transactions; what a manual amount avoids. */
  recentAmounts(address: string, signal?: AbortSignal): Promise<readonly Lamports[]>;
  /**
   * Simulates, sizes the compute limit and gives the transaction to sign.
   * @throws LikenessError 'insufficient-funds' | 'network-wrong' | 'payment-failed', before any wallet opens
   */
  preparePayment(order: Order, payer: string, signal?: AbortSignal): Promise<PreparedPayment>;
  /**
   * Parses what the wallet gave back: same transfer, reference, memo, fee payer, and a valid signature.
   * @throws LikenessError 'wallet-changed-transaction'
   */
  checkSigned(order: Order, payer: string, signed: Uint8Array): CheckedPayment;
  /** Resolves when an RPC took it; that it lands is known by `status` only. */
  broadcast(signed: Uint8Array, signal?: AbortSignal): Promise<void>;
  status(signature: string, signal?: AbortSignal): Promise<SignatureStatus>;
  /**
   * Block height, 'processed' by default: the highest that two RPCs have seen, which have to be near
   * each other ('network-busy' else). 'finalized' is one RPC's word.
   */
  height(commitment?: 'processed' | 'finalized', signal?: AbortSignal): Promise<number>;
  /**
   * True once the signature can never land: finalized height past its last, unknown with history,
   * nothing under the reference, on two RPCs, or on the only one twice, a minute apart.
   */
  expiryProven(
    order: Order,
    signature: string | undefined,
    lastValidBlockHeight: number,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /**
   * The last word on our own finalized transaction, by two RPCs. That it failed is believed of the
   * only one when it says so twice, a minute apart; of several, never of one alone.
   */
  conclude(order: Order, signature: string, signal?: AbortSignal): Promise<Verdict>;
  /**
   * The oldest finalized payment under the order's reference, as two RPCs show it. Rejects when only
   * one of several shows it, and when none does but one couldn't be asked: to be sure before a new
   * signature.
   */
  findOnEach(order: Order, isUsed: IsUsed, signal?: AbortSignal): Promise<PaymentProof | undefined>;
  verify(
    order: Order,
    signature: string,
    match: PaymentMatch,
    signal?: AbortSignal,
  ): Promise<Verdict>;
  /**
   * Oldest finalized payment under the order's reference, if any. What is passed over is told, each
   * transfer once: dust, and what doesn't match.
   */
  findByReference(
    order: Order,
    isUsed: IsUsed,
    signal?: AbortSignal,
    onOther?: (transfer: OtherTransfer) => void,
  ): Promise<PaymentProof | undefined>;
  /**
   * Oldest finalized plain transfer of exactly the order's manual amount, later than the order and
   * than what the order notes as seen. Reads a few dozen transactions at most: the next look goes on.
   * `onSeen` gets each that was read, or needn't be, and doesn't pay.
   */
  findByAmount(
    order: Order,
    isUsed: IsUsed,
    signal?: AbortSignal,
    onSeen?: (signature: string) => void,
  ): Promise<PaymentProof | undefined>;
  /**
   * Signatures under a payer's lookup key: those whose memo names an order or a refund, oldest
   * first, then what may be dust.
   */
  purchasesOf(payer: string, signal?: AbortSignal): Promise<readonly string[]>;
  /** What one of them says, read and judged; undefined for a stranger's dust. */
  readPurchase(
    signature: string,
    payer: string,
    treasury: string,
    signal?: AbortSignal,
  ): Promise<PurchaseRecord | undefined>;
  /** The treasury's finalized transfer back, with the memo `refund:<order>`. */
  findRefund(order: Order, signal?: AbortSignal): Promise<RefundProof | undefined>;
  explorerUrl(signature: string): string;
}
