import { LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { isInFlight } from '../../core/orders/reduce-order.ts';
import { canPay, isOpen, isPaid, orderSignature } from '../../core/orders/selectors.ts';
import type { Locks } from '../../ports/locks.ts';
import { scanEvery, statusEvery } from '../polling.ts';
import type { Activity, TaskKind } from '../tasks/runner.ts';
import { followOrder, isUnderWay, type FollowDeps } from './follow.ts';

export interface OrderTaskDeps extends FollowDeps {
  /** Looks once for a transfer that pays the order; gives the order, paid if there was one. */
  readonly look: (order: Order, signal: AbortSignal, locks: Locks) => Promise<Order>;
  /** It came to its end without a payment: whatever was under way, nothing is any more. */
  readonly onUnpaid: (order: Order) => void;
  readonly isWatched: (id: string) => boolean;
  readonly onWatched: (order: Order, isNews: boolean) => void;
}

/** A wallet that sends by itself has its window open: this page hears of a payment by looking only. */
const mayBeSent = ({ state }: Order): boolean =>
  state.kind === 'awaiting-signature' && state.sendsItself;

/** Whether a transfer may still come that nobody has told us of. */
export const isLookedFor = (order: Order): boolean =>
  canPay(order) || order.state.kind === 'manual' || mayBeSent(order);

/** An order as a task: what it goes through by itself, from the wallet's word to its end. */
export const orderTask = (deps: OrderTaskDeps): TaskKind<'orders'> => ({
  table: 'orders',
  follow: {
    name: 'follow',
    lock: ({ id }) => `order:${id}`,
    wants: isUnderWay,
    // With the lock in hand no page waits for this answer any more, and nothing was sent.
    recover: async (order) =>
      order.state.kind === 'awaiting-signature' && !order.state.returnsByLink
        ? deps.journal.record(order.id, { type: 'request-ended' })
        : order,
    ended: (order) => {
      if (canPay(order)) deps.onUnpaid(order);
    },
    pace: statusEvery,
    run: (id, { signal, locks }) => ({
      step: followOrder(id, { ...deps, journal: deps.journal.within(locks) }, signal),
    }),
  },
  isOpen: (order) => isOpen(order) && order.state.kind !== 'manual',
  isAnswered: (order) => isPaid(order) || isInFlight(order.state),
  version: (order) =>
    `${String(order.updatedAt)} ${order.state.kind} ${orderSignature(order) ?? ''} ${String(order.amountShown)}`,
  onWatched: deps.onWatched,
  unknown: (order) => new LikenessError('order-unknown', { order }),
  busy: (order) => new LikenessError('order-pending', { order }),
});

/** Looks for a transfer while someone watches, or once the user said that it was sent. */
export const lookingFor = (deps: OrderTaskDeps): Activity<Order> => ({
  name: 'look',
  lock: ({ id }) => `look:${id}`,
  wants: (order) =>
    order.state.kind === 'manual' || (isLookedFor(order) && deps.isWatched(order.id)),
  pace: scanEvery,
  run: (id, { signal, locks }) => ({
    step: async (order) => {
      if (!isPaid(await deps.look(order, signal, locks))) deps.report(id, {});
      return undefined;
    },
  }),
});
