import { t } from '../../i18n/index.ts';
import {
  CONFIRMATION_COUNTDOWN_MINUTES,
  MANUAL_WATCH_MS,
  REFUND_WATCH_MS,
  REFUND_WINDOW_MS,
} from '../constants.ts';
import { ledgerRow, refundId, type LedgerEntry } from '../credits.ts';
import type { Plan } from '../plans.ts';
import type { Order, OrderState, RefundProof } from './order.ts';
import { isInFlight, isPayableState } from './reduce-order.ts';

/** Whether 'Pay' may be offered: no earlier attempt of this order can still be charged. */
export const canPay = (order: Order): boolean => isPayableState(order.state);

export const isPaid = (order: Order): boolean => order.state.kind === 'finalized';

/** The treasury's refund, if there was one. */
export const refundOf = (order: Order): RefundProof | undefined =>
  order.state.kind === 'finalized' ? order.state.refund : undefined;

/** Whether something is under way that the app continues after a restart without being asked. */
export const isOpen = (order: Order): boolean =>
  isInFlight(order.state) ||
  order.state.kind === 'awaiting-signature' ||
  order.state.kind === 'manual';

/**
 * How long a paid order is shown on its payment page, so that a reload doesn't ask for money again.
 */
const JUST_PAID_MS = CONFIRMATION_COUNTDOWN_MINUTES * 60_000;
/** The same for an order whose attempt failed or expired. */
const STILL_WANTED_MS = 24 * 60 * 60 * 1_000;

/**
 * The order that a plan's payment page continues: one that is under way, or else the latest if it
 * is recent and neither a draft nor refunded.
 */
export function orderInHand(orders: readonly Order[], plan: Plan, now: number): Order | undefined {
  const mine = orders.filter(
    (order) => order.plan === plan.id && (order.price === plan.price || !canPay(order)),
  );
  const open = mine.findLast(isOpen);
  if (open) return open;
  const latest = mine.toSorted((one, other) => one.updatedAt - other.updatedAt).at(-1);
  if (!latest || latest.state.kind === 'draft' || refundOf(latest)) return undefined;
  return now - latest.updatedAt < (isPaid(latest) ? JUST_PAID_MS : STILL_WANTED_MS)
    ? latest
    : undefined;
}

/**
 * Whether a transfer of the exact amount may still arrive or have arrived: it was shown recently.
 */
export const isWatchedByAmount = (order: Order, now: number): boolean =>
  order.amountShown !== false && now - order.createdAt < MANUAL_WATCH_MS;

/** Whether a transfer that the user says was sent is found only when they name it. */
export const isToBeNamed = (order: Order, now: number): boolean =>
  order.state.kind === 'manual' &&
  order.state.signature === undefined &&
  !isWatchedByAmount(order, now);

/** The order's transaction, if known. */
export const orderSignature = (order: Order): string | undefined => {
  const state = order.state;
  if (state.kind === 'finalized') return state.proof.signature;
  return 'signature' in state ? state.signature : undefined;
};

const WORDS: Record<OrderState['kind'], string> = {
  draft: t('Not paid yet'),
  'awaiting-signature': t('Waiting for your wallet'),
  signed: t('Sending'),
  submitted: t('Sent, waiting for the network'),
  confirmed: t('Confirmed, not final yet'),
  finalized: t('Paid'),
  manual: t('Looking for your transfer'),
  failed: t('Failed, the plan was not charged'),
  expired: t('Expired, you were not charged'),
};

/** The state in the user's words. */
export function orderStatusWord(order: Order, now: number): string {
  if (refundOf(order)) return t('Refunded');
  return isToBeNamed(order, now) ? t('Transfer not found yet') : WORDS[order.state.kind];
}

const paidAt = (order: Order): number | undefined =>
  order.state.kind === 'finalized' ? (order.state.proof.blockTime ?? order.updatedAt) : undefined;

/** Whether the guarantee still holds: paid, not refunded, and within its period. */
export const canAskForRefund = (order: Order, now: number): boolean =>
  isUnrefundedSince(order, now - REFUND_WINDOW_MS);

/** Whether a refund that we don't know of may still arrive. */
export const mayBeRefunded = (order: Order, now: number): boolean =>
  isUnrefundedSince(order, now - REFUND_WATCH_MS);

const isUnrefundedSince = (order: Order, since: number): boolean =>
  (paidAt(order) ?? -Infinity) >= since && !refundOf(order);

/** Takes back the unused credits of a refunded order, once. `available` is what the profile has. */
export const takenBack = (order: Order, available: number, at: number): LedgerEntry =>
  ledgerRow(order, 'refund', refundId(order.id), order.id, at, Math.min(order.credits, available));
