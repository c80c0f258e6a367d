import { MANUAL_WATCH_MS } from '../constants.ts';
import type { LedgerEntry } from '../credits.ts';
import { grantId } from '../credits.ts';
import type { Order, OrderState } from './order.ts';
import { isInFlight, isPayableState } from './reduce-order.ts';

/** Whether 'Pay' may be offered: nothing of this order can still be charged by an earlier try. */
export const canPay = (order: Order): boolean => isPayableState(order.state);

export const isPaid = (order: Order): boolean => order.state.kind === 'finalized';

/** Whether something is under way that the app goes on with by itself after a restart. */
export const isOpen = (order: Order): boolean =>
  isInFlight(order.state) || order.state.kind === 'awaiting-signature' || order.state.kind === 'manual';

/** Whether a plain transfer of the exact amount still completes the order by itself. */
export const isWatchedByAmount = (order: Order, now: number): boolean =>
  !isPaid(order) && now - order.createdAt < MANUAL_WATCH_MS;

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
export const orderStatusWord = (order: Order): string => WORDS[order.state.kind];

/** The credits that a finalized order grants, once: the row's id is derived from the order's. */
export function grantOf(order: Order, at: number): LedgerEntry {
  return {
    id: grantId(order.id),
    kind: 'grant',
    amount: order.credits,
    cause: order.id,
    at,
    profileId: order.profileId,
    genesis: order.genesis,
  };
}
