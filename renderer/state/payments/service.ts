import { LikenessError } from '../../core/errors.ts';
import { noted, notedUnlessStopped } from '../../core/log/log.ts';
import type { Order } from '../../core/orders/order.ts';
import { isInFlight } from '../../core/orders/reduce-order.ts';
import {
  canPay,
  isOpen,
  isPaid,
  mayBeRefunded,
  orderSignature,
} from '../../core/orders/selectors.ts';
import { BETWEEN_LATE_SCANS, scanEvery, statusEvery } from '../polling.ts';
import { createTaskBoard } from '../tasks/board.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import type { Activity } from '../tasks/task.ts';
import type { PaymentDeps, Payments } from './contract.ts';
import { followOrder, isUnderWay, type PaymentProgress } from './follow.ts';
import { createOrderJournal } from './journal.ts';
import { importReceipt, restorePurchases } from './restore.ts';
import {
  claimNamed,
  scanForPayment,
  scanForSecond,
  type FoundTransfer,
  type Refusals,
  type ScanDeps,
} from './scan.ts';
import {
  acceptSigned,
  askAndSend,
  closeRequest,
  connectedPayer,
  createCostOf,
  walletLock,
} from './sign.ts';
import { startOrder } from './start-order.ts';

/** The window of a wallet that sends by itself is open: only a scan can find its payment. */
const mayBeSent = ({ state }: Order): boolean =>
  state.kind === 'awaiting-signature' && state.sendsItself;

/** Whether a transfer may still arrive without notice. */
const isAwaited = (order: Order): boolean =>
  canPay(order) || order.state.kind === 'manual' || mayBeSent(order);

/**
 * Scans orders that no work is done for, but that may have been paid or refunded while the app was
 * closed.
 */
async function scanForLateTransfers(
  orders: readonly Order[],
  deps: ScanDeps,
  signal: AbortSignal,
): Promise<void> {
  const { chain, journal, clock } = deps;
  const scanForRefund = async (order: Order): Promise<void> => {
    const solana = await chain();
    const refund = await journal.searching(order, 'refundSeenUntil', (onSeen) =>
      solana.findRefund(order, signal, onSeen),
    );
    if (refund) await journal.refund(order.id, refund);
  };
  const scans = [
    ...orders.filter(canPay).map((order) => () => scanForPayment(order, deps, signal)),
    ...orders
      .filter((paid) => mayBeRefunded(paid, clock.now()))
      .map((order) => () => scanForRefund(order)),
  ];
  for (const run of scans) {
    await run().catch(notedUnlessStopped('orders.late', signal));
    await clock.wait(BETWEEN_LATE_SCANS, signal);
  }
}

/**
 * What scans have found about orders without changing them, for those who watch: transfers that
 * don't count, and why a transaction that the user named was refused.
 */
function createFindings(notify: (orderId: string) => void) {
  const found = new Map<string, FoundTransfer>();
  const refused = new Map<string, LikenessError>();
  const refusals: Refusals = {
    of: (signature) => refused.get(signature),
    add(id, signature, why) {
      refused.set(signature, why);
      notify(id);
    },
  };
  const onFound = (id: string, transfer: FoundTransfer): void => {
    found.set(id, transfer);
    notify(id);
  };
  const findingsOf = ({ id, state }: Order): { found?: FoundTransfer; refused?: LikenessError } => {
    const transfer = found.get(id);
    const why = state.kind === 'manual' ? refusals.of(state.signature ?? '') : undefined;
    return { ...(transfer && { found: transfer }), ...(why && { refused: why }) };
  };
  return { refusals, onFound, findingsOf };
}

export function createPayments({
  store,
  chain,
  wallets,
  treasury,
  clock,
  random,
  locks,
}: PaymentDeps): Payments {
  const board = createTaskBoard<PaymentProgress>();
  const journal = createOrderJournal(store, locks, clock);
  const { findingsOf, ...findings } = createFindings(board.notify);
  const costOf = createCostOf({ chain, clock });
  const deps = { chain, wallets, journal, locks, clock, costOf, ...findings, ...board };
  const restoreDeps = { chain, store, journal, clock, treasury, dust: new Set<string>() };
  /** Searches for a transfer while a screen watches, or after the user said that it was sent. */
  const scanning: Activity<Order> = {
    name: 'scan',
    lock: ({ id }) => `scan:${id}`,
    wants: (order) =>
      order.state.kind === 'manual' || (isAwaited(order) && board.isWatched(order.id)),
    interval: scanEvery,
    run: (id, { signal, locks: inner }) => ({
      step: async (order) => {
        const within = { ...deps, journal: journal.within(inner) };
        if (!isPaid(await scanForPayment(order, within, signal))) board.report(id, {});
        return undefined;
      },
    }),
  };
  const runner = createTaskRunner<'orders', PaymentProgress>(
    {
      table: 'orders',
      follow: {
        name: 'follow',
        lock: ({ id }) => `order:${id}`,
        wants: isUnderWay,
        // This tab holds the lock, so no page waits for this answer any more, and nothing was sent.
        recover: async (order) =>
          order.state.kind === 'awaiting-signature' && !order.state.returnsByLink
            ? journal.record(order.id, { type: 'request-ended' })
            : order,
        // The user may have sent a transfer manually in the meantime. If the scan fails now, the
        // next start repeats it.
        ended: (order) => {
          if (canPay(order)) scanForPayment(order, deps).catch(noted('orders.late'));
        },
        interval: statusEvery,
        run: (id, { signal, locks: inner }) => ({
          step: followOrder(id, { ...deps, journal: journal.within(inner) }, signal),
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
    },
    { store, locks, clock, board },
  );

  /** `again`: the user asks for another signature after expiry. */
  const ask = (orderId: string, again: boolean): Promise<Order> =>
    runner.attempt(orderId, (signal, inner) =>
      askAndSend(orderId, again, { ...deps, journal: journal.within(inner), locks: inner }, signal),
    );

  /** An answer is taken once: after that, the order waits for none. */
  async function onceAsked(id: string, step: (order: Order) => Promise<Order>): Promise<Order> {
    const seen = await journal.read(id);
    return seen.state.kind === 'awaiting-signature' ? runner.inTurn(id, step) : seen;
  }

  async function showAmount(orderId: string): Promise<Order> {
    const order = await journal.read(orderId);
    return order.amountShown === false ? journal.noteShown(orderId) : order;
  }

  return {
    startOrder: (request) =>
      startOrder(request, { store, chain, journal, locks, clock, random, treasury }),
    async quote(orderId) {
      const order = await journal.read(orderId);
      return (await costOf(order, connectedPayer(wallets, order))).fee;
    },
    pay: (orderId) => ask(orderId, false),
    retryAfterExpiry: (orderId) => ask(orderId, true),
    acceptReturn: (orderId, signed) =>
      onceAsked(orderId, (order) => acceptSigned(order, signed, deps)),
    returnDeclined: (orderId) =>
      onceAsked(orderId, () => journal.record(orderId, { type: 'request-ended' })),
    async stopWaiting(orderId) {
      // First of all, so that an answer that comes now is dropped.
      await journal.record(orderId, { type: 'request-ended' });
      runner.stop(orderId);
      runner.takeOver(orderId);
      runner.takeOver(orderId, scanning);
    },
    async confirmClosed(orderId) {
      const closed = await locks.ifFree(walletLock(orderId), () => closeRequest(orderId, deps));
      if (!closed) throw new LikenessError('wallet-busy', { order: orderId });
      return closed;
    },
    showAmount,
    async claimManual(orderId, signature) {
      await showAmount(orderId);
      const named = signature?.trim();
      const order = named
        ? await claimNamed(await journal.read(orderId), named, deps)
        : await journal.record(orderId, { type: 'manual-claimed' });
      if (isPaid(order)) return order;
      if (order.state.kind !== 'manual')
        throw new LikenessError('order-pending', { order: orderId });
      runner.takeOver(orderId, scanning);
      return order;
    },
    withdrawManual: (orderId) => journal.record(orderId, { type: 'manual-withdrawn' }),
    restore: ({ locks: inner = locks, ...request }) =>
      restorePurchases(request, { ...restoreDeps, journal: journal.within(inner) }),
    importReceipt: (text, scope) => importReceipt(text, scope, restoreDeps),
    resume: (genesis) =>
      runner.resume(genesis, (orders, signal) => {
        for (const { id, state } of orders)
          if (state.kind === 'manual') runner.takeOver(id, scanning);
        // It ends with the session.
        scanForLateTransfers(orders, deps, signal).catch(noted('orders.late'));
      }),
    watchOrder: (id, listener) =>
      runner.watch(id, (order, progress) => {
        listener({ order, isPaying: runner.isAttempting(id), ...progress, ...findingsOf(order) });
      }),
  };
}
