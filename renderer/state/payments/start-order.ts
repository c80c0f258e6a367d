import { LikenessError } from '../../core/errors.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { PRICE_BOOK_VERSION } from '../../core/plans.ts';
import { GUEST_PROFILE } from '../../core/scope.ts';
import type { PaymentDeps, Payments } from './contract.ts';
import type { OrderJournal } from './journal.ts';

interface StartDeps extends Omit<PaymentDeps, 'wallets'> {
  readonly journal: OrderJournal;
}

/** An unpaid order is reused for a day. Its manual amount is watched for seven. */
const REUSE_MS = 24 * 60 * 60 * 1_000;

/**
 * Stores a new order, or returns the profile's unpaid one for the same plan and price. The guest's
 * order that the page shows becomes the profile's in one write, and only while nobody has begun to
 * pay it: it is never in two libraries, and a transfer of its amount is found before and after.
 */
export const startOrder = (
  { plan, scope, draftId, shown }: Parameters<Payments['startOrder']>[0],
  { store, chain, journal, locks, clock, random, treasury }: StartDeps,
): Promise<Order> =>
  locks.exclusive(`start:${scope.profileId}`, async () => {
    const now = clock.now();
    const isUnpaid = (order: Order): boolean =>
      order.state.kind === 'draft' &&
      order.plan === plan.id &&
      order.price === plan.price &&
      order.priceBook === PRICE_BOOK_VERSION &&
      order.treasury === treasury &&
      now - order.createdAt < REUSE_MS;
    if (shown !== undefined)
      await store.update('orders', shown, (order) =>
        order?.profileId === GUEST_PROFILE && order.genesis === scope.genesis && isUnpaid(order)
          ? [{ table: 'orders', put: { ...order, profileId: scope.profileId } }]
          : [],
      );
    const unpaid = (await store.list('orders', scope)).filter(isUnpaid);
    const known = unpaid.find(({ id }) => id === shown) ?? unpaid.at(-1);
    if (known) {
      if (draftId === undefined || known.draftId === draftId) return known;
      await store.updateEach('orders', [known.id], (row) => ({ ...row, draftId }));
      return journal.read(known.id);
    }
    const solana = await chain();
    const [genesis, slot, seen] = await Promise.all([
      solana.genesis(),
      solana.slot(),
      solana.recentAmounts(treasury),
    ]);
    if (genesis !== scope.genesis) throw new LikenessError('payment-other-chain');
    const order = createOrder({
      plan,
      scope,
      treasury,
      slot,
      now,
      random,
      ...(draftId === undefined ? {} : { draftId }),
      taken: (amount) => seen.some((one) => one === amount),
    });
    await store.write([{ table: 'orders', put: order }]);
    return order;
  });
