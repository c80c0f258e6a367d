import {
  CONFIRMATION_COUNTDOWN_MINUTES,
  MANUAL_WATCH_MS,
  REFUND_WATCH_MS,
  REFUND_WINDOW_MS,
} from '../constants.ts';
import type { LedgerEntry } from '../credits.ts';
import { refundId } from '../credits.ts';
import { PLANS, type FeatureId, type Plan } from '../plans.ts';
import type { Order, OrderState, RefundProof } from './order.ts';
import { isInFlight, isPayableState } from './reduce-order.ts';

/** Whether 'Pay' may be offered: nothing of this order can still be charged by an earlier try. */
export const canPay = (order: Order): boolean => isPayableState(order.state);

export const isPaid = (order: Order): boolean => order.state.kind === 'finalized';

/** The treasury's own transfer back, where there was one. */
export const refundOf = (order: Order): RefundProof | undefined =>
  order.state.kind === 'finalized' ? order.state.refund : undefined;

/** Whether one of the plans that were paid for has the feature. */
export const hasPaidFor = (orders: readonly Order[], feature: FeatureId): boolean =>
  orders.some((order) => isPaid(order) && PLANS[order.plan].features.includes(feature));

/** Whether something is under way that the app goes on with by itself after a restart. */
export const isOpen = (order: Order): boolean =>
  isInFlight(order.state) ||
  order.state.kind === 'awaiting-signature' ||
  order.state.kind === 'manual';

/** So long a paid order is shown again where it was paid: whoever reloads there isn't asked for money anew. */
const JUST_PAID_MS = CONFIRMATION_COUNTDOWN_MINUTES * 60_000;
/** And so long one whose try failed or expired. */
const STILL_WANTED_MS = 24 * 60 * 60 * 1_000;

/** The order that a plan's payment page goes on with: one that is under way, else the latest if it is recent; drafts aside. */
export function orderInHand(orders: readonly Order[], plan: Plan, now: number): Order | undefined {
  const mine = orders.filter(
    (order) => order.plan === plan.id && (order.price === plan.price || !canPay(order)),
  );
  const open = mine.findLast(isOpen);
  if (open) return open;
  const latest = mine.toSorted((one, other) => one.updatedAt - other.updatedAt).at(-1);
  if (!latest || latest.state.kind === 'draft') return undefined;
  return now - latest.updatedAt < (isPaid(latest) ? JUST_PAID_MS : STILL_WANTED_MS)
    ? latest
    : undefined;
}

/** Whether a plain transfer of the exact amount may still come, or have come: it was shown, and lately. */
export const isWatchedByAmount = (order: Order, now: number): boolean =>
  order.amountShown !== false && now - order.createdAt < MANUAL_WATCH_MS;

/** The transaction that the order is about, where one is known. */
export const orderSignature = (order: Order): string | undefined => {
  const state = order.state;
  if (state.kind === 'finalized') return state.proof.signature;
  return 'signature' in state ? state.signature : undefined;
};

const WORDS: Record<OrderState['kind'], string> = {
  draft: 'Not paid yet',
  'awaiting-signature': 'Waiting for your wallet',
  signed: 'Sending',
  submitted: 'Sent, waiting for the network',
  confirmed: 'Confirmed, waiting for finality',
  finalized: 'Paid',
  manual: 'Looking for your transfer',
  failed: 'Failed, the plan was not charged',
  expired: 'Expired, you were not charged',
};

/** The state in the user's words. */
export const orderStatusWord = (order: Order): string =>
  refundOf(order) ? 'Refunded' : WORDS[order.state.kind];

const paidAt = (order: Order): number | undefined =>
  order.state.kind === 'finalized' ? (order.state.proof.blockTime ?? order.updatedAt) : undefined;

/** Whether the guarantee still holds: paid, not refunded, not longer ago than it lasts. */
export const canAskForRefund = (order: Order, now: number): boolean =>
  isUnrefundedSince(order, now - REFUND_WINDOW_MS);

/** Whether a refund may still arrive that we don't know of. */
export const mayBeRefunded = (order: Order, now: number): boolean =>
  isUnrefundedSince(order, now - REFUND_WATCH_MS);

const isUnrefundedSince = (order: Order, since: number): boolean =>
  (paidAt(order) ?? -Infinity) >= since && !refundOf(order);

/** Credits of a refunded order that weren't used yet, taken back, once. `available` is what the profile has. */
export function takenBack(order: Order, available: number, at: number): LedgerEntry {
  const { id, profileId, genesis, credits } = order;
  return {
    id: refundId(id),
    kind: 'refund',
    amount: Math.min(credits, available),
    cause: id,
    at,
    profileId,
    genesis,
  };
}
