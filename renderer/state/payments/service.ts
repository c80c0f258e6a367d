import { LikenessError } from '../../core/errors.ts';
import { noted, notedUnlessStopped } from '../../core/log/log.ts';
import { lamports } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';
import { canPay, isPaid, mayBeRefunded } from '../../core/orders/selectors.ts';
import type { PaymentCost } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import { BETWEEN_LATE_SCANS } from '../polling.ts';
import { createTaskBoard } from '../tasks/board.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import type { PaymentDeps, Payments } from './contract.ts';
import type { PaymentProgress } from './follow.ts';
import { createOrderJournal, type OrderJournal } from './journal.ts';
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
import { startOrder } from './start-order.ts';
import { orderTask, scanActivity, type OrderTaskDeps } from './task.ts';

interface LateScanDeps extends Pick<PaymentDeps, 'chain'> {
  readonly journal: OrderJournal;
  readonly clock: Clock;
  readonly scan: (order: Order, signal: AbortSignal) => Promise<Order>;
}

/**
 * Scans orders that no work is done for, but that may have been paid or refunded while the app was
 * closed.
 */
async function scanForLateTransfers(
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

/** How long a cost stays valid: after that, the balance or the network's fees may have changed. */
const VALID_MS = 30_000;

/**
 * What the connected wallet would pay. A quote and the payment after it share one simulation; a
 * failure isn't kept.
 */
function createCostOf({ chain, clock }: Pick<PaymentDeps, 'chain' | 'clock'>): SignDeps['costOf'] {
  let last:
    | { readonly key: string; readonly at: number; readonly cost: Promise<PaymentCost> }
    | undefined;

  return (order, payer) => {
    const key = `${order.id} ${payer}`;
    const now = clock.now();
    if (last?.key === key && now - last.at < VALID_MS) return last.cost;
    const cost = chain().then((solana) => solana.paymentCost(order, payer));
    const asked = { key, at: now, cost };
    last = asked;
    cost.catch(() => {
      // The caller gets the error.
      if (last === asked) last = undefined;
    });
    return cost;
  };
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
  const of = ({ id, state }: Order): { found?: FoundTransfer; refused?: LikenessError } => {
    const transfer = found.get(id);
    const why = state.kind === 'manual' ? refusals.of(state.signature ?? '') : undefined;
    return { ...(transfer && { found: transfer }), ...(why && { refused: why }) };
  };
  return { refusals, onFound, of };
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
  const costOf = createCostOf({ chain, clock });
  const findings = createFindings(board.notify);
  const scanDeps = { chain, journal, clock, ...findings };
  const scan = (order: Order, signal?: AbortSignal, inner = locks): Promise<Order> =>
    scanForPayment(order, { ...scanDeps, journal: journal.within(inner) }, signal);
  const restoreDeps = { chain, store, journal, clock, treasury, dust: new Set<string>() };
  const signDeps = { chain, wallets, journal, locks, clock, scan, costOf };
  /** For work that holds the order's lock. */
  const signDepsWithin = (inner: Locks): SignDeps => ({
    ...signDeps,
    journal: journal.within(inner),
    locks: inner,
    scan: (order) => scan(order, undefined, inner),
  });
  const taskDeps: OrderTaskDeps = {
    chain,
    journal,
    clock,
    scan,
    report: board.report,
    // The user may have sent a transfer manually in the meantime. If the scan fails now, the next
    // start repeats it.
    onUnpaid: (order) => void scan(order).catch(noted('orders.late')),
    isWatched: board.isWatched,
    scanForSecond: (order) => scanForSecond(order, scanDeps),
  };
  const scanning = scanActivity(taskDeps);
  const runner = createTaskRunner<'orders', PaymentProgress>(orderTask(taskDeps, scanning), {
    store,
    locks,
    clock,
    board,
  });

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
      const { fee } = await costOf(order, connectedPayer(wallets));
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
        scanForLateTransfers(orders, { chain, journal, clock, scan }, signal).catch(
          noted('orders.late'),
        );
      }),
    watchOrder: (id, listener) =>
      runner.watch(id, (order, progress) => {
        listener({ order, ...progress, ...findings.of(order) });
      }),
  };
}
