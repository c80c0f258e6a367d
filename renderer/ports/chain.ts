import type { Lamports } from '../core/money.ts';
import type { Order, PaymentProof, RefundProof } from '../core/orders/order.ts';
import type { FoundRefund } from '../core/orders/refund.ts';
import type { FoundPayment } from '../core/orders/restored-order.ts';

/** What a payment costs, found by simulating it. */
export interface PaymentCost {
  /** Limit of compute units: what the simulation used, and some to spare. */
  readonly unitLimit: number;
  /** Priority fee in micro-lamports per compute unit. */
  readonly unitPrice: bigint;
  /** Network fee: signature and priority fee. */
  readonly fee: Lamports;
}

export interface PreparedPayment {
  /** Serialized unsigned transaction in wire format. */
  readonly transaction: Uint8Array;
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

/** A signed transaction that was checked to be our payment. */
export interface CheckedPayment {
  readonly signature: string;
  /** May differ from the one we prepared: a wallet may insert a newer blockhash. */
  readonly blockhash: string;
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
 * How a transfer is matched to an order: by its reference (wallet and QR payments), by the exact
 * manual amount, or because the user pasted its signature ('named'; it must pay at least the
 * price).
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

/** What the verifier concludes about a transaction and an order. */
export type Verdict =
  | { readonly kind: 'paid'; readonly proof: PaymentProof }
  /** The transaction is unknown or not finalized. `doubt` says why two nodes didn't confirm it. */
  | { readonly kind: 'not-yet'; readonly doubt?: 'network-alone' | 'network-differs' }
  | {
      readonly kind: 'no-match';
      readonly why: MismatchReason;
      /** What the treasury received. */
      readonly lamports?: Lamports;
    };

/** What a transaction under a payer's lookup key turned out to be. */
export type PurchaseRecord =
  | ({ readonly kind: 'payment' } & FoundPayment)
  | ({ readonly kind: 'refund' } & FoundRefund);

/** A finalized transfer under an order's reference that is too small to pay it, but isn't dust. */
export interface LessTransfer {
  readonly signature: string;
  /** What the treasury received. */
  readonly lamports: Lamports;
}

/** Tells whether a transaction already pays another order. */
export type IsUsed = (signature: string) => Promise<boolean>;

/**
 * Gets a search's position: every transaction up to this one was judged, in the lists of two
 * operators. A search that starts there reads none of them again.
 */
export type OnSeen = (signature: string) => void;

/**
 * The Solana calls that payments need. Several addresses of one operator are one RPC with failover.
 * Where there are several, a payment is accepted when two of them report it, or one for a minute
 * while no other answers; anything else that is final needs two. Rejects with LikenessError
 * 'network-unreachable', 'network-busy' or 'network-wrong', and with the signal's reason when
 * aborted.
 */
export interface Chain {
  /** Asks the network on each call: a sandbox may have been reset in the meantime. */
  genesis(signal?: AbortSignal): Promise<string>;
  /** Confirmed slot: the smaller of two RPCs' answers. */
  slot(signal?: AbortSignal): Promise<number>;
  /**
   * Amounts that the address received in its latest transactions. A new manual amount avoids them.
   */
  recentAmounts(address: string, signal?: AbortSignal): Promise<readonly Lamports[]>;
  /**
   * Simulates the payment and returns what it costs. Nothing is signed and no wallet opens.
   * @throws LikenessError 'insufficient-funds' | 'network-wrong' | 'payment-other-chain' |
   *   'payment-failed'
   */
  paymentCost(order: Order, payer: string, signal?: AbortSignal): Promise<PaymentCost>;
  /** The transaction to sign, with a new blockhash. */
  preparePayment(
    order: Order,
    payer: string,
    cost: PaymentCost,
    signal?: AbortSignal,
  ): Promise<PreparedPayment>;
  /**
   * Parses the wallet's answer. It must hold the same transfer, reference, memo and fee payer, and
   * a valid signature.
   * @throws LikenessError 'wallet-changed-transaction'
   */
  checkSigned(order: Order, payer: string, signed: Uint8Array): CheckedPayment;
  /** Resolves when an RPC has accepted the transaction. Only `status` tells whether it landed. */
  broadcast(signed: Uint8Array, signal?: AbortSignal): Promise<void>;
  status(signature: string, signal?: AbortSignal): Promise<SignatureStatus>;
  /**
   * Block height, at 'processed' by default: the highest that two RPCs report. Rejects with
   * 'network-busy' if the two are far apart, 'network-one-node' if only one of several answers. For
   * 'finalized', one RPC is enough.
   */
  height(commitment?: 'processed' | 'finalized', signal?: AbortSignal): Promise<number>;
  /**
   * True once the signature can never land: the finalized height is past its last valid block, the
   * signature is unknown even to the full history, and all that is listed under the reference was
   * read, and is dust. Two
   * RPCs must agree; a sole RPC must say so twice, a minute apart.
   */
  expiryProven(
    order: Order,
    signature: string | undefined,
    lastValidBlockHeight: number,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /**
   * The final verdict on our own finalized transaction, from two RPCs. A failure is accepted from a
   * sole RPC when it reports it twice, a minute apart. Where several are configured, one alone is
   * never enough.
   */
  conclude(order: Order, signature: string, signal?: AbortSignal): Promise<Verdict>;
  /**
   * The last look before a new signature, which may be requested only after this resolves with
   * `undefined`: every RPC was asked, and every finalized transaction under the order's reference
   * is known not to pay it. Resolves with the oldest payment that two RPCs report. Rejects when RPCs
   * disagree, when one couldn't be asked, and with 'payment-search-unfinished' at its limit; the
   * next call goes on there.
   */
  findOnEach(
    order: Order,
    isUsed: IsUsed,
    signal?: AbortSignal,
    onSeen?: OnSeen,
  ): Promise<PaymentProof | undefined>;
  verify(
    order: Order,
    signature: string,
    match: PaymentMatch,
    signal?: AbortSignal,
  ): Promise<Verdict>;
  /**
   * The oldest finalized payment under the order's reference, if any. Reads a few dozen transactions
   * at most: rejects with 'payment-search-unfinished' if there are more, and the next call goes on
   * there. `onLess` gets each transfer that is too small, once.
   */
  findByReference(
    order: Order,
    isUsed: IsUsed,
    signal?: AbortSignal,
    callbacks?: {
      readonly onLess?: (transfer: LessTransfer) => void;
      readonly onSeen?: OnSeen;
    },
  ): Promise<PaymentProof | undefined>;
  /**
   * The oldest finalized plain transfer of exactly the order's manual amount, later than the order
   * and than what the order has already recorded as seen. Reads a few dozen transactions at most;
   * the next call continues there. Unlike a reference, the treasury is everybody's address, so an
   * unfinished search doesn't reject: it would keep everybody from paying.
   */
  findByAmount(
    order: Order,
    isUsed: IsUsed,
    signal?: AbortSignal,
    onSeen?: OnSeen,
  ): Promise<PaymentProof | undefined>;
  /**
   * Signatures under a payer's lookup key. Those whose memo names an order or a refund come first,
   * oldest first; possible dust follows.
   */
  purchasesOf(payer: string, signal?: AbortSignal): Promise<readonly string[]>;
  /**
   * Reads and verifies one of those transactions. Returns undefined for a stranger's dust. Without a
   * payer, the payer is the account that paid the transaction's fee.
   */
  readPurchase(
    signature: string,
    payer: string | undefined,
    treasury: string,
    signal?: AbortSignal,
  ): Promise<PurchaseRecord | undefined>;
  /**
   * The treasury's finalized transfer back of the order's payment. It takes credits away, so one of
   * several RPCs is never enough. Reads a few dozen transactions at most; the next call
   * continues there.
   */
  findRefund(order: Order, signal?: AbortSignal, onSeen?: OnSeen): Promise<RefundProof | undefined>;
  /** Whether the address's own key made this Ed25519 signature. Asks no RPC. */
  isSigned(message: Uint8Array, signature: Uint8Array, address: string): boolean;
  explorerUrl(signature: string): string;
}
