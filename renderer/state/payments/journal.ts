import { sumCredits } from '../../core/credits.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import type { Order, PaymentProof, RefundProof } from '../../core/orders/order.ts';
import { reduceOrder } from '../../core/orders/reduce-order.ts';
import type { OrderEvent } from '../../core/orders/reduce-order.ts';
import { isPaid, takenBack } from '../../core/orders/selectors.ts';
import { wasSoldAs } from '../../core/price-books.ts';
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
  /** Notes what was learnt about the manual amount; that isn't a step of the payment. */
  note(id: string, known: Pick<Order, 'amountShown' | 'amountSeenUntil'>): Promise<Order>;
  /**
   * In one write: the order is finalized, which grants its credits, and its payment is claimed.
   * @throws LikenessError 'payment-already-used' when another order holds the payment, or
   *   'payment-old-price' when nothing was sold like that any more when it was paid
   */
  settle(id: string, proof: PaymentProof): Promise<Order>;
  /**
   * Takes in a paid order that was found on the chain, with its credits. `adopted` if that made it
   * count; else `existing` if it counted already, or neither if its payment pays another order.
   */
  adopt(order: Order): Promise<{ readonly adopted?: Order; readonly existing?: true }>;
  /** In one write: the paid order says that it was refunded, and what is left of its credits goes. */
  refund(id: string, refund: RefundProof): Promise<void>;
  /** The same journal, for work that holds a lock already. */
  within(locks: Locks): Journal;
  /** Whether a transaction already pays an order other than this one. */
  isUsed(order: Order): (signature: string) => Promise<boolean>;
}

/** Whether the order's price held, days of grace included, when it was paid by the chain's own time. */
export const isStillSold = (order: Order, { blockTime }: PaymentProof, now: number): boolean =>
  wasSoldAs(order, blockTime ?? now);

export function createJournal(store: Store, locks: Locks, clock: Clock): Journal {
  async function read(id: string): Promise<Order> {
    const order = await store.get('orders', id);
    if (!order) throw new LikenessError('order-unknown', { order: id });
    return order;
  }

  /** The order paid and its payment claimed, in one write; the holder of the payment. */
  const pay = (paid: Order, proof: PaymentProof): Promise<string> =>
    store.claimPayment(paid.genesis, proof.signature, paid.id, [{ table: 'orders', put: paid }]);

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
    async note(id, known) {
      await store.update('orders', id, (row) =>
        row ? [{ table: 'orders', put: { ...row, ...known } }] : [],
      );
      return read(id);
    },
    settle: (id, proof) =>
      // Two tabs may find two payments of one order at once: the first proof is kept.
      locks.exclusive(`settle:${id}`, async () => {
        const order = await read(id);
        const paid = reduceOrder(order, { type: 'finalized', proof, at: clock.now() });
        if (paid === order) return order;
        if (!isStillSold(order, proof, clock.now()))
          throw new LikenessError('payment-old-price', { order: id });
        if ((await pay(paid, proof)) !== id)
          throw new LikenessError('payment-already-used', { order: id });
        return paid;
      }),
    adopt: (found) =>
      locks.exclusive(`settle:${found.id}`, async () => {
        const { state } = found;
        if (state.kind !== 'finalized') return {};
        // Its row may be another profile's, of an account that is locked: then it counts there.
        const mine = await store.get('orders', found.id).catch((thrown: unknown) => {
          if (errorCode(thrown) === 'storage-locked') return 'locked' as const;
          throw thrown;
        });
        if (mine === 'locked' || (mine && isPaid(mine))) return { existing: true };
        const paid = mine
          ? reduceOrder(mine, { type: 'finalized', proof: state.proof, at: clock.now() })
          : found;
        return (await pay(paid, state.proof)) === found.id ? { adopted: paid } : {};
      }),
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
          // One that came with a backup says what was left on the day of the refund: it stays.
          ...(ledger.some(({ id: known }) => known === row.id)
            ? []
            : [{ table: 'ledger' as const, put: row }]),
        ]);
      });
    },
    within: (inner) => createJournal(store, inner, clock),
    isUsed: (order) => async (signature) => {
      const holder = await store.paymentHolder(order.genesis, signature);
      return holder !== undefined && holder !== order.id;
    },
  };
}
