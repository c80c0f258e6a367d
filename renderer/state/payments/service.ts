import { LikenessError } from '../../core/errors.ts';
import { noted, notedUnlessStopped } from '../../core/log/log.ts';
import { lamports } from '../../core/money.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { canPay, isPaid, mayBeRefunded } from '../../core/orders/selectors.ts';
import { PRICE_BOOK_VERSION } from '../../core/plans.ts';
import type { Locks } from '../../ports/locks.ts';
import { BETWEEN_LATE_SCANS } from '../polling.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import type { PaymentDeps, Payments } from './contract.ts';
import type { Progress } from './follow.ts';
import { createJournal } from './journal.ts';
import { importReceipt, restorePurchases } from './restore.ts';
import {
  claimNamed,
  scanForPayment,
  scanForSecond,
  type FoundTransfer,
  type Refusals,
} from './scan.ts';
import {
  acceptSigned,
  askAndSend,
  closeRequest,
  connectedPayer,
  walletLock,
  type SignDeps,
} from './sign.ts';
import { isLookedFor, lookingFor, orderTask, type OrderTaskDeps } from './task.ts';

/** An unpaid order is taken up again for a day: its manual amount is watched for seven. */
const REUSE_MS = 24 * 60 * 60 * 1_000;

export function createPayments({
  store,
  chain,
  wallets,
  treasury,
  clock,
  random,
  locks,
}: PaymentDeps): Payments {
  const journal = createJournal(store, locks, clock);
  const found = new Map<string, FoundTransfer>();
  const refused = new Map<string, LikenessError>();
  const refusals: Refusals = {
    of: (signature) => refused.get(signature),
    add(id, signature, why) {
      refused.set(signature, why);
      runner.tell(id);
    },
  };
  const onFound = (id: string, transfer: FoundTransfer): void => {
    found.set(id, transfer);
    runner.tell(id);
  };
  const scanDeps = { chain, journal, clock, onFound, refusals };
  const look = (order: Order, signal = runner.page, inner = locks): Promise<Order> =>
    scanForPayment(order, { ...scanDeps, journal: journal.within(inner) }, signal);
  const restoreDeps = { chain, store, journal, clock, treasury, dust: new Set<string>() };
  const signDeps = { chain, wallets, journal, locks, clock, look };
  /** For work that holds the order's lock. */
  const signDepsWithin = (inner: Locks): SignDeps => ({
    ...signDeps,
    journal: journal.within(inner),
    locks: inner,
    look: (order) => look(order, runner.page, inner),
  });
  const taskDeps: OrderTaskDeps = {
    chain,
    journal,
    clock,
    look,
    report: (id, progress) => runner.report(id, progress),
    // A transfer may have come by hand meanwhile. What can't be looked at now is at the next start.
    onUnpaid: (order) => void look(order).catch(noted('orders.late')),
    isWatched: (id) => runner.isWatched(id),
    onWatched(order, isNews) {
      if (isLookedFor(order)) runner.takeOver(order.id, looking);
      if (isNews && isPaid(order))
        runner.inBackground(order.id, scanForSecond(order, scanDeps, runner.page));
    },
  };
  const looking = lookingFor(taskDeps);
  const runner = createTaskRunner<'orders', Progress>(orderTask(taskDeps), { store, locks, clock });

  /** An answer is taken once: nothing is waited for any more after it. */
  async function onceAsked(id: string, step: (order: Order) => Promise<Order>): Promise<Order> {
    const seen = await journal.read(id);
    return seen.state.kind === 'awaiting-signature' ? runner.inTurn(id, step) : seen;
  }

  async function startOrder({
    plan,
    scope,
    draftId,
  }: Parameters<Payments['startOrder']>[0]): Promise<Order> {
    return locks.exclusive(`start:${scope.profileId}`, async () => {
      const now = clock.now();
      const known = (await store.list('orders', scope)).findLast(
        (order) =>
          order.state.kind === 'draft' &&
          order.plan === plan.id &&
          order.price === plan.price &&
          order.priceBook === PRICE_BOOK_VERSION &&
          order.treasury === treasury &&
          now - order.createdAt < REUSE_MS,
      );
      if (known) return attachDraft(known, draftId);
      const solana = await chain();
      const [genesis, slot, seen] = await Promise.all([
        solana.genesis(runner.page),
        solana.slot(runner.page),
        solana.recentAmounts(treasury, runner.page),
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
  }

  async function attachDraft(order: Order, draftId: string | undefined): Promise<Order> {
    if (draftId === undefined || order.draftId === draftId) return order;
    await store.update('orders', order.id, (row) =>
      row ? [{ table: 'orders', put: { ...row, draftId } }] : [],
    );
    return journal.read(order.id);
  }

  async function showAmount(orderId: string): Promise<Order> {
    const order = await journal.read(orderId);
    return order.amountShown === false ? journal.note(orderId, { amountShown: true }) : order;
  }

  return {
    startOrder,
    async quote(orderId) {
      const order = await journal.read(orderId);
      const { fee } = await (
        await chain()
      ).preparePayment(order, connectedPayer(wallets), runner.page);
      return { price: order.price, fee, total: lamports(order.price + fee) };
    },
    pay: (orderId) =>
      runner.attempt(orderId, async (_signal, inner) => {
        const { state } = await journal.read(orderId);
        if (state.kind === 'expired')
          throw new LikenessError('blockhash-expired', { order: orderId });
        return askAndSend(orderId, signDepsWithin(inner));
      }),
    retryAfterExpiry: (orderId) =>
      runner.attempt(orderId, (_signal, inner) => askAndSend(orderId, signDepsWithin(inner))),
    acceptReturn: (orderId, signed) =>
      onceAsked(orderId, (order) => acceptSigned(order, signed, signDeps)),
    returnDeclined: (orderId) =>
      onceAsked(orderId, () => journal.record(orderId, { type: 'request-ended' })),
    async confirmClosed(orderId) {
      const closed = await locks.ifFree(walletLock(orderId), () => closeRequest(orderId, signDeps));
      if (!closed) throw new LikenessError('wallet-busy', { order: orderId });
      return closed;
    },
    showAmount,
    async claimManual(orderId, signature) {
      await showAmount(orderId);
      const named = signature?.trim();
      const order = named
        ? await claimNamed(await journal.read(orderId), named, scanDeps)
        : await journal.record(orderId, { type: 'manual-claimed' });
      if (isPaid(order)) return order;
      if (order.state.kind !== 'manual')
        throw new LikenessError('order-pending', { order: orderId });
      runner.takeOver(orderId, looking);
      return order;
    },
    withdrawManual: (orderId) => journal.record(orderId, { type: 'manual-withdrawn' }),
    restore: ({ locks: inner = locks, ...request }) =>
      restorePurchases(
        { ...request, signal: AbortSignal.any([request.signal, runner.page]) },
        { ...restoreDeps, journal: journal.within(inner) },
      ),
    importReceipt: (text, scope) => importReceipt(text, scope, restoreDeps, runner.page),
    resume: (genesis) =>
      runner.resume(genesis, (orders, signal) => {
        for (const { id, state } of orders)
          if (state.kind === 'manual') runner.takeOver(id, looking);
        scanForLateTransfers(orders, signal).catch(noted('orders.late')); // It ends with the session.
      }),
    watchOrder: (id, listener) =>
      runner.watch(id, (order, progress) => {
        const transfer = found.get(id);
        const { state } = order;
        const why = state.kind === 'manual' ? refusals.of(state.signature ?? '') : undefined;
        listener({
          order,
          ...progress,
          ...(transfer && { found: transfer }),
          ...(why && { refused: why }),
        });
      }),
    close: () => runner.close(),
  };

  /** Orders that nothing is done for, but that a transfer may have reached, or left, while the app was closed. */
  async function scanForLateTransfers(
    orders: readonly Order[],
    signal: AbortSignal,
  ): Promise<void> {
    for (const order of orders.filter(canPay)) {
      await look(order, signal).catch(notedUnlessStopped('orders.late', signal));
      await clock.wait(BETWEEN_LATE_SCANS, signal);
    }
    for (const order of orders.filter((paid) => mayBeRefunded(paid, clock.now()))) {
      await scanForRefund(order, signal).catch(notedUnlessStopped('orders.late', signal));
      await clock.wait(BETWEEN_LATE_SCANS, signal);
    }
  }

  async function scanForRefund(order: Order, signal: AbortSignal): Promise<void> {
    const refund = await (await chain()).findRefund(order, signal);
    if (refund) await journal.refund(order.id, refund);
  }
}
