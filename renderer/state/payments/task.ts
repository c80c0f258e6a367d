import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { Order } from '../../core/orders/order.ts';
import { isInFlight } from '../../core/orders/reduce-order.ts';
import { canPay, isOpen, isPaid, orderSignature } from '../../core/orders/selectors.ts';
import { scanEvery, statusEvery } from '../polling.ts';
import type { Activity, TaskKind } from '../tasks/task.ts';
import { followOrder, isUnderWay, type FollowDeps } from './follow.ts';
import { scanForPayment, scanForSecond, type ScanDeps } from './scan.ts';

export interface OrderTaskDeps extends FollowDeps, ScanDeps {
  readonly isWatched: (id: string) => boolean;
}

/** The window of a wallet that sends by itself is open: only a scan can find its payment. */
const mayBeSent = ({ state }: Order): boolean =>
  state.kind === 'awaiting-signature' && state.sendsItself;

/** Whether a transfer may still arrive without notice. */
export const isAwaited = (order: Order): boolean =>
  canPay(order) || order.state.kind === 'manual' || mayBeSent(order);

/**
 * An order as a task of the runner: the steps that need no user, from the wallet's answer to the
 * end.
 */
export const orderTask = (deps: OrderTaskDeps, scanning: Activity<Order>): TaskKind<'orders'> => ({
  table: 'orders',
  follow: {
    name: 'follow',
    lock: ({ id }) => `order:${id}`,
    wants: isUnderWay,
    // This tab holds the lock, so no page waits for this answer any more, and nothing was sent.
    recover: async (order) =>
      order.state.kind === 'awaiting-signature' && !order.state.returnsByLink
        ? deps.journal.record(order.id, { type: 'request-ended' })
        : order,
    // The user may have sent a transfer manually in the meantime. If the scan fails now, the next
    // start repeats it.
    ended: (order) => {
      if (canPay(order)) scanForPayment(order, deps).catch(noted('orders.late'));
    },
    interval: statusEvery,
    run: (id, { signal, locks }) => ({
      step: followOrder(id, { ...deps, journal: deps.journal.within(locks) }, signal),
    }),
  },
  isOpen: (order) => isOpen(order) && order.state.kind !== 'manual',
  isAnswered: (order) => isPaid(order) || isInFlight(order.state),
  version: (order) =>
    `${order.profileId} ${String(order.updatedAt)} ${order.state.kind} ${orderSignature(order) ?? ''} ${String(order.amountShown)}`,
  whileWatched: scanning,
  onSeen: (order) => scanForSecond(order, deps),
  unknown: (order) => new LikenessError('order-unknown', { order }),
  busy: (order) => new LikenessError('order-pending', { order }),
});

/** Searches for a transfer while a screen watches, or after the user said that it was sent. */
export const scanActivity = (deps: OrderTaskDeps): Activity<Order> => ({
  name: 'scan',
  lock: ({ id }) => `scan:${id}`,
  wants: (order) => order.state.kind === 'manual' || (isAwaited(order) && deps.isWatched(order.id)),
  interval: scanEvery,
  run: (id, { signal, locks }) => ({
    step: async (order) => {
      const within = { ...deps, journal: deps.journal.within(locks) };
      if (!isPaid(await scanForPayment(order, within, signal))) deps.report(id, {});
      return undefined;
    },
  }),
});
