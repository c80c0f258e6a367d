import type { ErrorCode } from '../errors.ts';
import type {
  Order,
  OrderState,
  PaymentProof,
  RefundProof,
  SignedPayment,
  WalletRequest,
} from './order.ts';

/** What can happen to an order. `at` is Unix milliseconds. */
export type OrderEvent = { readonly at: number } &
  /**
   * The user pressed Pay; the wallet is asked next. Refused while an attempt could still charge.
   */
  (
    | ({ readonly type: 'wallet-asked' } & Omit<WalletRequest, 'askedAt' | 'closed'>)
    /**
     * The request came to nothing (declined, closed, page gone), and only we could have sent it.
     */
    | { readonly type: 'request-ended' }
    /** The user declined in the wallet: even a wallet that sends by itself has sent nothing. */
    | { readonly type: 'request-declined' }
    /**
     * A wallet that sends by itself can't do so after this block height: it answered, or the user
     * says that no wallet window is open.
     */
    | { readonly type: 'request-closed'; readonly lastValidBlockHeight: number }
    /** The wallet's answer was rejected before anything was sent. */
    | { readonly type: 'request-failed'; readonly reason: ErrorCode }
    | ({ readonly type: 'signed' } & SignedPayment)
    | { readonly type: 'submitted'; readonly signature: string }
    | { readonly type: 'confirmed'; readonly signature: string; readonly slot: number }
    /** A fork dropped the confirmed block: the transaction is pending again. */
    | { readonly type: 'dropped'; readonly signature: string }
    /** Finalized as failed: only the fee was taken. */
    | { readonly type: 'failed-on-chain'; readonly signature: string; readonly reason: ErrorCode }
    /** Expiry is proven. */
    | { readonly type: 'expired'; readonly signature?: string }
    | { readonly type: 'manual-claimed'; readonly signature?: string }
    /** The user says that no manual payment was sent. */
    | { readonly type: 'manual-withdrawn' }
    /** A finalized, verified transfer. Whatever the order's state, it is paid now. */
    | { readonly type: 'finalized'; readonly proof: PaymentProof }
    /** The treasury paid it back. The order stays paid; its unused credits are removed. */
    | { readonly type: 'refunded'; readonly refund: RefundProof }
  );

/**
 * Returns the next state of an order. An event that doesn't fit the current state (stale, repeated,
 * or of another attempt) returns the very same object: that is how a transition is rejected.
 * Nothing leads out of `finalized`.
 */
export function reduceOrder(order: Order, event: OrderEvent): Order {
  const state = nextState(order.state, event);
  return state === order.state ? order : { ...order, state, updatedAt: event.at };
}

function nextState(state: OrderState, event: OrderEvent): OrderState {
  if (state.kind === 'finalized') {
    return event.type === 'refunded' && !state.refund ? { ...state, refund: event.refund } : state;
  }
  switch (event.type) {
    case 'wallet-asked':
      return isPayableState(state)
        ? {
            kind: 'awaiting-signature',
            sendsItself: event.sendsItself,
            closed: false,
            returnsByLink: event.returnsByLink,
            askedAt: event.at,
            payer: event.payer,
            blockhash: event.blockhash,
            lastValidBlockHeight: event.lastValidBlockHeight,
          }
        : state;
    case 'request-ended':
      return isOurRequest(state) ? { kind: 'draft' } : state;
    case 'request-declined':
      return state.kind === 'awaiting-signature' ? { kind: 'draft' } : state;
    case 'request-closed':
      return state.kind === 'awaiting-signature' && state.sendsItself && !state.closed
        ? {
            ...state,
            closed: true,
            lastValidBlockHeight: Math.max(state.lastValidBlockHeight, event.lastValidBlockHeight),
          }
        : state;
    case 'request-failed':
      return isOurRequest(state) ? { kind: 'failed', reason: event.reason } : state;
    case 'signed':
      return isOurRequest(state) && state.payer === event.payer
        ? { kind: 'signed', ...signedPayment(event) }
        : state;
    case 'submitted':
      return state.kind === 'signed' && state.signature === event.signature
        ? { ...state, kind: 'submitted', submittedAt: event.at }
        : state;
    case 'confirmed':
      if (state.kind === 'confirmed' || !isInFlight(state) || state.signature !== event.signature)
        return state;
      return {
        kind: 'confirmed',
        submittedAt: state.kind === 'submitted' ? state.submittedAt : event.at,
        slot: event.slot,
        ...signedPayment(state),
      };
    case 'dropped':
      return state.kind === 'confirmed' && state.signature === event.signature
        ? { kind: 'submitted', submittedAt: state.submittedAt, ...signedPayment(state) }
        : state;
    case 'failed-on-chain':
      return isInFlight(state) && state.signature === event.signature
        ? { kind: 'failed', reason: event.reason, signature: event.signature }
        : state;
    case 'expired':
      return expire(state, event.signature);
    case 'manual-claimed':
      return claimManually(state, event.at, event.signature);
    case 'manual-withdrawn':
      return state.kind === 'manual' ? { kind: 'draft' } : state;
    case 'refunded':
      return state;
    case 'finalized':
      return { kind: 'finalized', proof: event.proof };
  }
}

const signedPayment = (from: SignedPayment): SignedPayment => ({
  signature: from.signature,
  payer: from.payer,
  transaction: from.transaction,
  lastValidBlockHeight: from.lastValidBlockHeight,
});

/** States in which no transaction exists that could still be charged. */
export const isPayableState = (state: OrderState): boolean =>
  state.kind === 'draft' || state.kind === 'failed' || state.kind === 'expired';

/** A signed transaction is, or may be, on its way. */
export const isInFlight = (
  state: OrderState,
): state is Extract<OrderState, { kind: 'signed' | 'submitted' | 'confirmed' }> =>
  state.kind === 'signed' || state.kind === 'submitted' || state.kind === 'confirmed';

/** The wallet was asked only to sign: nothing goes out unless we send it. */
const isOurRequest = (
  state: OrderState,
): state is Extract<OrderState, { kind: 'awaiting-signature' }> =>
  state.kind === 'awaiting-signature' && !state.sendsItself;

function expire(state: OrderState, signature: string | undefined): OrderState {
  if (state.kind === 'awaiting-signature') {
    // While the wallet's window may be open, it can still use a newer blockhash and send.
    return state.closed && signature === undefined ? { kind: 'expired' } : state;
  }
  // A confirmed transaction must be seen to drop first.
  if (state.kind !== 'signed' && state.kind !== 'submitted') return state;
  return state.signature === signature ? { kind: 'expired', signature: state.signature } : state;
}

function claimManually(state: OrderState, at: number, signature: string | undefined): OrderState {
  if (!isPayableState(state) && state.kind !== 'manual') return state;
  const known = state.kind === 'manual' ? state : undefined;
  if (known && (signature === undefined || signature === known.signature)) return state;
  return {
    kind: 'manual',
    since: known?.since ?? at,
    ...(signature === undefined ? {} : { signature }),
  };
}
