import type { LikenessError } from '../../core/errors.ts';
import type { Lamports } from '../../core/money.ts';
import type { RandomBytes } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Plan } from '../../core/plans.ts';
import type { Scope } from '../../core/scope.ts';
import type { Chain } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Store } from '../../ports/store.ts';
import type { Wallets } from '../../ports/wallets.ts';
import type { Progress } from './follow.ts';
import type { Restored, RestoreProgress } from './restore.ts';
import type { FoundTransfer } from './scan.ts';

/** The part of the wallets that paying asks. */
export type PayingWallets = Pick<
  Wallets,
  'snapshot' | 'signTransaction' | 'signAndSend' | 'leaveToSign'
>;

export interface PaymentDeps {
  readonly store: Store;
  readonly chain: () => Promise<Chain>;
  readonly wallets: PayingWallets;
  /** Where payments go, base58. */
  readonly treasury: string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly locks: Locks;
}

export interface Quote {
  readonly price: Lamports;
  readonly fee: Lamports;
  readonly total: Lamports;
}

/** An order as a screen follows it. */
export interface OrderWatch extends Progress {
  readonly order: Order;
  /** A transfer for this order that doesn't count, and why. */
  readonly found?: FoundTransfer;
  /** Why the transaction that the user named while it was on its way doesn't count, now that it is final. */
  readonly refused?: LikenessError;
}

/** The one face of paying. Everything that rejects does so with a LikenessError. */
export interface Payments {
  /** The unpaid order of this plan, or a new one. Asks the chain for its slot. */
  startOrder(request: {
    readonly plan: Plan;
    readonly scope: Scope;
    readonly draftId?: string;
  }): Promise<Order>;
  /**
   * Price and network fee of the very transaction that Pay would have signed.
   * @throws LikenessError 'insufficient-funds' | 'network-wrong' | 'payment-other-chain' | 'connect-first'
   */
  quote(orderId: string): Promise<Quote>;
  /**
   * Asks the wallet and sends. Resolves once the payment is stored and on its way (or was paid
   * already); follow it with `watchOrder`. A second call while one runs is the same call.
   * @throws LikenessError 'order-pending', 'blockhash-expired' (use `retryAfterExpiry`), or the wallet's or the chain's
   */
  pay(orderId: string): Promise<Order>;
  /** The user's explicit act after expiry was proven: a new signature for the same order. */
  retryAfterExpiry(orderId: string): Promise<Order>;
  /** What a wallet that answers by a link brought back, possibly after a reload. */
  acceptReturn(orderId: string, signed: Uint8Array): Promise<Order>;
  /**
   * A wallet that answers by a link brought back a refusal, or the user gave it up: the order can
   * be paid again. Changes nothing once a signed answer was taken.
   */
  returnDeclined(orderId: string): Promise<Order>;
  /**
   * The user's word that no window of a wallet that sends by itself is open any more. Once what it
   * may have sent has provably expired, the order can be paid again.
   * @throws LikenessError 'wallet-busy' while a page still waits for that wallet
   */
  confirmClosed(orderId: string): Promise<Order>;
  /** To be called before the order's manual amount is shown: from then on a transfer of it is looked for. */
  showAmount(orderId: string): Promise<Order>;
  /**
   * 'I've Sent the Payment Manually', with the transaction's signature if the user names it.
   * @throws LikenessError payment-* that says what was found instead
   */
  claimManual(orderId: string, signature?: string): Promise<Order>;
  /** The user's word that nothing was sent; the order can be paid by wallet again. */
  withdrawManual(orderId: string): Promise<Order>;
  /**
   * Purchases of a wallet, found on the chain by its lookup key and taken in, each verified.
   * @throws LikenessError network-*, or the signal's reason; what was found until then is kept
   */
  restore(request: {
    readonly payer: string;
    readonly scope: Scope;
    readonly onProgress: (progress: RestoreProgress) => void;
    readonly signal: AbortSignal;
    /** Of whoever looks: it may hold a lock. */
    readonly locks?: Locks;
  }): Promise<Restored>;
  /**
   * Takes in a receipt's text, verified anew. @throws LikenessError receipt-* or payment-*
   */
  importReceipt(
    text: string,
    scope: Scope,
  ): Promise<{ readonly order: Order; readonly isNew: boolean }>;
  /** Goes on with every open order of the chain that can be read, and looks once for late arrivals. */
  resume(genesis: string): Promise<void>;
  /** Calls back at once and on every change; while watched, an unpaid order is looked for on chain. */
  watchOrder(orderId: string, listener: (watch: OrderWatch) => void): () => void;
  /** Ends all work of this page; storage keeps what is needed to go on. */
  close(): void;
}
