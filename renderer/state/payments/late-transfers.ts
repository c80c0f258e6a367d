import { notedUnlessStopped } from '../../core/log/log.ts';
import type { Order } from '../../core/orders/order.ts';
import { canPay, mayBeRefunded } from '../../core/orders/selectors.ts';
import type { Clock } from '../../ports/clock.ts';
import { BETWEEN_LATE_SCANS } from '../polling.ts';
import type { PaymentDeps } from './contract.ts';
import type { OrderJournal } from './journal.ts';

interface LateScanDeps extends Pick<PaymentDeps, 'chain'> {
  readonly journal: OrderJournal;
  readonly clock: Clock;
  readonly scan: (order: Order, signal: AbortSignal) => Promise<Order>;
}

/**
 * Scans orders that no work is done for, but that may have been paid or refunded while the app was
 * closed.
 */
export async function scanForLateTransfers(
  orders: readonly Order[],
  { chain, journal, clock, scan }: LateScanDeps,
  signal: AbortSignal,
): Promise<void> {
  const scanForRefund = async (order: Order): Promise<void> => {
    const solana = await chain();
    const refund = await journal.searching(order, 'refundSeenUntil', (onSeen) =>
      solana.findRefund(order, signal, onSeen),
    );
    if (refund) await journal.refund(order.id, refund);
  };
  const scans = [
    ...orders.filter(canPay).map((order) => () => scan(order, signal)),
    ...orders
      .filter((paid) => mayBeRefunded(paid, clock.now()))
      .map((order) => () => scanForRefund(order)),
  ];
  for (const run of scans) {
    await run().catch(notedUnlessStopped('orders.late', signal));
    await clock.wait(BETWEEN_LATE_SCANS, signal);
  }
}
