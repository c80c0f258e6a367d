import { sumCredits } from '../../core/credits.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Order, PaymentProof, RefundProof } from '../../core/orders/order.ts';
import { reduceOrder, type OrderEvent } from '../../core/orders/reduce-order.ts';
import { takenBack } from '../../core/orders/selectors.ts';
import { wasSoldAs } from '../../core/price-books.ts';
import type { OnSeen } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Store } from '../../ports/store.ts';

type WithoutTime<E> = E extends OrderEvent ? Omit<E, 'at'> : never;
type OrderJournalEvent = WithoutTime<OrderEvent>;

/** The stored orders. Each step of a payment is written here before the next is taken. */
export interface OrderJournal {
  /** @throws LikenessError 'order-unknown' */
  read(id: string): Promise<Order>;
  /**
   * Writes the result of the event. Returns the stored order, which is unchanged if the event
   * doesn't fit.
   */
  record(id: string, event: OrderJournalEvent): Promise<Order>;
  /** Stores that the manual amount was shown. This isn't a step of the payment. */
  noteShown(id: string): Promise<Order>;
  /**
   * Searches the chain and stores how far it got, so that nothing is read twice, even after a reload.
   */
  searching<T>(
    order: Order,
    position: 'amountSeenUntil' | 'referenceSeenUntil' | 'refundSeenUntil',
    search: (onSeen: OnSeen) => Promise<T>,
  ): Promise<T>;
  /**
   * In one write: the order is finalized, which grants its credits, and its payment is claimed.
   * @throws LikenessError 'payment-already-used' when another order holds the payment, or
   *   'payment-old-price' when nothing was sold like that any more when it was paid
   */
  settle(id: string, proof: PaymentProof): Promise<Order>;
  /**
   * Stores a paid order that was found on the chain, with its credits. Returns `adopted` if that
   * made it count, `existing` if it counted already, and neither if its payment pays another order.
   */
  adopt(order: Order): Promise<{ readonly adopted?: Order; readonly existing?: true }>;
  /** Records a refund and takes back what is left of the order's credits, in one write. */
  refund(id: string, refund: RefundProof): Promise<void>;
  /** The same journal, for work that already holds a lock. */
  within(locks: Locks): OrderJournal;
  /** Whether a transaction already pays an order other than this one. */
  isUsed(order: Order): (signature: string) => Promise<boolean>;
}

/**
 * Whether the order's price was valid, including the days of grace, at the chain's own time of the
 * payment.
 */
export const isStillSold = (order: Order, { blockTime }: PaymentProof, now: number): boolean =>
  wasSoldAs(order, blockTime ?? now);

export function createOrderJournal(store: Store, locks: Locks, clock: Clock): OrderJournal {
  async function read(id: string): Promise<Order> {
    const order = await store.get('orders', id);
    if (!order) throw new LikenessError('order-unknown', { order: id });
    return order;
  }

  const finalized = (order: Order, proof: PaymentProof): Order =>
    reduceOrder(order, { type: 'finalized', proof, at: clock.now() });

  /**
   * Stores the order as paid and claims its payment, in one write. `paid` is undefined if it was paid
   * already: of two payments that two tabs find at once, the first is kept.
   */
  async function pay(
    { id, genesis }: Order,
    { signature }: PaymentProof,
    next: (row: Order | undefined) => Order,
  ): Promise<{ readonly paid: Order | undefined; readonly isMine: boolean }> {
    let paid: Order | undefined;
    const holder = await store.claimPayment(genesis, signature, id, (row) => {
      const after = next(row);
      paid = after === row ? undefined : after;
      return paid && [{ table: 'orders', put: paid }];
    });
    return { paid, isMine: holder === id };
  }

  const note = (id: string, known: Partial<Order>): Promise<void> =>
    store.updateEach('orders', [id], (row) => ({ ...row, ...known }));

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
    async noteShown(id) {
      await note(id, { amountShown: true });
      return read(id);
    },
    async searching(order, position, search) {
      let until = order[position];
      try {
        return await search((signature) => (until = signature));
      } finally {
        if (until !== undefined && until !== order[position])
          await note(order.id, { [position]: until });
      }
    },
    async settle(id, proof) {
      const { paid, isMine } = await pay(await read(id), proof, (row) => {
        if (!row) throw new LikenessError('order-unknown', { order: id });
        const next = finalized(row, proof);
        if (next !== row && !isStillSold(row, proof, clock.now()))
          throw new LikenessError('payment-old-price', { order: id });
        return next;
      });
      if (!isMine) throw new LikenessError('payment-already-used', { order: id });
      return paid ?? read(id);
    },
    async adopt(found) {
      const { state } = found;
      if (state.kind !== 'finalized') return {};
      const { paid, isMine } = await pay(found, state.proof, (row) =>
        row ? finalized(row, state.proof) : found,
      );
      if (!paid) return { existing: true };
      return isMine ? { adopted: paid } : {};
    },
    async refund(id, proof) {
      const { profileId, genesis } = await read(id);
      await locks.exclusive(`credits:${profileId}`, async () => {
        const order = await read(id);
        const at = clock.now();
        const refunded = reduceOrder(order, { type: 'refunded', refund: proof, at });
        if (refunded === order) return;
        const [orders, ledger] = await Promise.all([
          store.list('orders', { profileId, genesis }),
          store.list('ledger', { profileId, genesis }),
        ]);
        const row = takenBack(order, sumCredits(orders, ledger).available, at);
        await store.write([
          { table: 'orders', put: refunded },
          // A row from a backup records what was left on the day of the refund, so it stays.
          ...(ledger.some(({ id: known }) => known === row.id)
            ? []
            : [{ table: 'ledger' as const, put: row }]),
        ]);
      });
    },
    within: (inner) => createOrderJournal(store, inner, clock),
    isUsed: (order) => async (signature) => {
      const holder = await store.paymentHolder(order.genesis, signature);
      return holder !== undefined && holder !== order.id;
    },
  };
}
