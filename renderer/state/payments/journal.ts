import { LikenessError } from '../../core/errors.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import { reduceOrder } from '../../core/orders/reduce-order.ts';
import type { OrderEvent } from '../../core/orders/reduce-order.ts';
import { grantOf } from '../../core/orders/selectors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Store } from '../../ports/store.ts';

type WithoutTime<E> = E extends OrderEvent ? Omit<E, 'at'> : never;
type JournalEvent = WithoutTime<OrderEvent>;

/** The stored orders: every step of a payment is written here before the next one is taken. */
export interface Journal {
  /** @throws LikenessError 'order-unknown' */
  read(id: string): Promise<Order>;
  /** Writes what follows from the event and gives the stored order, unchanged where the event doesn't fit. */
  record(id: string, event: JournalEvent): Promise<Order>;
  /**
   * In one write: the order is finalized, its credits are granted, its payment is claimed.
   * @throws LikenessError 'payment-already-used' when another order holds the payment
   */
  settle(id: string, proof: PaymentProof): Promise<Order>;
  /** Whether a transaction already pays an order other than this one. */
  isUsed(order: Order): (signature: string) => Promise<boolean>;
}

export function createJournal(store: Store, locks: Locks, clock: Clock): Journal {
  async function read(id: string): Promise<Order> {
    const order = await store.get('orders', id);
    if (!order) throw new LikenessError('order-unknown', { order: id });
    return order;
  }

  return {
    read,
    async record(id, event) {
      let stored: Order | undefined;
      await store.update('orders', id, (row) => {
        stored = row && reduceOrder(row, { ...event, at: clock.now() });
        return stored === undefined || stored === row ? [] : [{ table: 'orders', put: stored }];
      });
      if (!stored) throw new LikenessError('order-unknown', { order: id });
      return stored;
    },
    settle: (id, proof) =>
      // Two tabs may find two payments of one order at once: the first proof is kept.
      locks.exclusive(`settle:${id}`, async () => {
        const order = await read(id);
        const at = clock.now();
        const paid = reduceOrder(order, { type: 'finalized', proof, at });
        if (paid === order) return order;
        const holder = await store.claimPayment(order.genesis, proof.signature, id, [
          { table: 'orders', put: paid },
          { table: 'ledger', put: grantOf(paid, at) },
        ]);
        if (holder !== id) throw new LikenessError('payment-already-used', { order: id });
        return paid;
      }),
    isUsed: (order) => async (signature) => {
      const holder = await store.paymentHolder(order.genesis, signature);
      return holder !== undefined && holder !== order.id;
    },
  };
}
