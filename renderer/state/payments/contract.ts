import type { LikenessError } from '../../core/errors.ts';
import type { Lamports } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Plan } from '../../core/plans.ts';
import type { Scope } from '../../core/scope.ts';
import type { RandomBytes } from '../../core/time-id.ts';
import type { Ports } from '../../ports/index.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Wallets } from '../../ports/wallets.ts';
import type { PaymentProgress } from './follow.ts';
import type { Restored, RestoreProgress } from './restore.ts';
import type { FoundTransfer } from './scan.ts';

/** The part of the wallets that paying asks. */
export type PayingWallets = Pick<
  Wallets,
  'snapshot' | 'signTransaction' | 'signAndSend' | 'leaveToSign'
>;

export interface PaymentDeps extends Pick<Ports, 'store' | 'chain' | 'clock' | 'locks'> {
  readonly wallets: PayingWallets;
  /** Where payments go, base58. */
  readonly treasury: string;
  readonly random: RandomBytes;
}

/** An order with its progress, as a screen follows it. */
export interface OrderWatch extends PaymentProgress {
  readonly order: Order;
  /** Whether this page asks its wallet for the payment now. */
  readonly isPaying: boolean;
  /** A transfer for this order that doesn't count, and why. */
  readonly found?: FoundTransfer;
  /** Why the transaction that the user named before it was final doesn't count. */
  readonly refused?: LikenessError;
}

/** The service that takes payments. Rejects with LikenessError only. */
export interface Payments {
  /**
   * Returns the unpaid order of this plan, or a new one. Asks the chain for its slot.
   * `shown`: the id of the order that the page shows. If it is the guest's, it becomes this profile's.
   */
  startOrder(request: {
    readonly plan: Plan;
    readonly scope: Scope;
    readonly draftId?: string;
    readonly shown?: string;
  }): Promise<Order>;
  /**
   * The network fee of exactly the transaction that Pay would ask the wallet to sign.
   * @throws LikenessError 'insufficient-funds' | 'network-wrong' | 'payment-other-chain' |
   *   'connect-first' | 'wallet-is-treasury'
   */
  quote(orderId: string): Promise<Lamports>;
  /**
   * Asks the wallet and sends. Resolves once the payment is stored and on its way, or if the order
   * was paid already; follow it with `watchOrder`. A second call while one runs joins it.
   * @throws LikenessError 'order-pending', 'blockhash-expired' (use `retryAfterExpiry`), or the
   *   wallet's or the chain's
   */
  pay(orderId: string): Promise<Order>;
  /**
   * Asks for a new signature for the same order. Only for the user's explicit request, after expiry
   * was proven.
   */
  retryAfterExpiry(orderId: string): Promise<Order>;
  /** Takes the answer of a wallet that returns by a link, possibly after a reload. */
  acceptReturn(orderId: string, signed: Uint8Array): Promise<Order>;
  /**
   * A wallet that returns by a link refused, or the user gave up: the order can be paid again.
   * Changes nothing once a signed answer was taken.
   */
  returnDeclined(orderId: string): Promise<Order>;
  /**
   * Ends this page's wait for its wallet, which may never answer: `pay` rejects with
   * 'engine-aborted'. What a wallet only signs is dropped from then on; what it sends is found.
   */
  stopWaiting(orderId: string): Promise<void>;
  /**
   * The user confirms that no window is open any more of a wallet that sends by itself. Once
   * anything it may have sent has provably expired, the order can be paid again.
   * @throws LikenessError 'wallet-busy' while a page still waits for that wallet
   */
  confirmClosed(orderId: string): Promise<Order>;
  /**
   * To be called before the order's manual amount is shown. From then on, a transfer of that amount
   * is searched for.
   */
  showAmount(orderId: string): Promise<Order>;
  /**
   * 'I've Sent the Payment Manually', with the transaction's signature if the user names it.
   * @throws LikenessError payment-* that says what was found instead
   */
  claimManual(orderId: string, signature?: string): Promise<Order>;
  /** The user confirms that nothing was sent. The order can be paid by wallet again. */
  withdrawManual(orderId: string): Promise<Order>;
  /**
   * Finds a wallet's purchases on the chain by its lookup key, verifies each and stores it.
   * @throws LikenessError network-*, or the signal's reason; what was found until then is kept
   */
  restore(request: {
    readonly payer: string;
    readonly scope: Scope;
    readonly onProgress: (progress: RestoreProgress) => void;
    readonly signal: AbortSignal;
    /** The locks of a caller that may hold one already. */
    readonly locks?: Locks;
  }): Promise<Restored>;
  /**
   * Reads a receipt's text and verifies its payment on the chain again.
   * @throws LikenessError receipt-* or payment-*
   */
  importReceipt(
    text: string,
    scope: Scope,
  ): Promise<{ readonly order: Order; readonly isNew: boolean }>;
  /**
   * Continues every open order of the chain that can be read, and searches once for late payments.
   */
  resume(genesis: string): Promise<void>;
  /**
   * Calls back at once and on every change. While it is watched, an unpaid order's payment is
   * searched for on the chain.
   */
  watchOrder(orderId: string, listener: (watch: OrderWatch) => void): () => void;
}
