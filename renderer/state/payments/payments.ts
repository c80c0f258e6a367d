import { errorCode, LikenessError } from '../../core/errors.ts';
import { lamports } from '../../core/money.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { isInFlight } from '../../core/orders/reduce-order.ts';
import {
  canPay,
  isOpen,
  isPaid,
  mayBeRefunded,
  orderSignature,
} from '../../core/orders/selectors.ts';
import { PRICE_BOOK_VERSION } from '../../core/plans.ts';
import type { PaymentDeps, Payments } from './contract.ts';
import { followOrder, isUnderWay, type Progress } from './follow.ts';
import { createJournal } from './journal.ts';
import {
  claimNamed,
  lookForPayment,
  lookForSecond,
  type FoundTransfer,
  type Refusals,
} from './look.ts';
import { BETWEEN_LATE_LOOKS, lookEvery } from './pace.ts';
import { importReceipt, restorePurchases } from './restore.ts';
import { acceptSigned, askAndSend, closeRequest, connectedPayer, walletLock } from './sign.ts';

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
  const ended = new AbortController();
  const { signal } = ended;
  const attempts = new Map<string, Promise<Order>>();
  const following = new Set<string>();
  const looking = new Set<string>();
  const progress = new Map<string, Progress>();
  const listeners = new Map<string, Set<() => void>>();
  const found = new Map<string, FoundTransfer>();
  const refused = new Map<string, LikenessError>();
  const tellWatchers = (id: string): void => {
    for (const listener of listeners.get(id) ?? []) listener();
  };

  const report = (id: string, now: Progress) => {
    const before = progress.get(id);
    if (before?.trouble === now.trouble && before?.expiresIn === now.expiresIn) return;
    progress.set(id, now);
    tellWatchers(id);
  };
  const onFound = (id: string, transfer: FoundTransfer): void => {
    found.set(id, transfer);
    tellWatchers(id);
  };
  const refusals: Refusals = {
    of: (signature) => refused.get(signature),
    add(id, signature, why) {
      refused.set(signature, why);
      tellWatchers(id);
    },
  };
  const lookDeps = { chain, journal, clock, onFound, refusals };
  const look = (order: Order) => lookForPayment(order, lookDeps, signal);
  const restoreDeps = { chain, store, journal, clock, treasury };
  const signDeps = { chain, wallets, journal, locks, look };
  const follow = (id: string) =>
    followOrder(id, { chain, journal, clock, report, troubleOf: errorCode }, signal);
  /** Work that nobody awaits: it ends with the page, and what stops it is told to who watches. */
  const inBackground = (id: string, work: Promise<unknown>) => {
    work.catch((thrown: unknown) => {
      if (!signal.aborted) report(id, { trouble: errorCode(thrown) });
    });
  };

  /** Runs a step that may lead to a signature, alone among all tabs, then follows what it sent. */
  function attempt(id: string, step: () => Promise<Order>): Promise<Order> {
    const running = attempts.get(id);
    if (running) return running;
    const started = new Promise<Order>((resolve, reject) => {
      const alone = locks.ifFree(`order:${id}`, async () => {
        const stepped = step();
        stepped.then(resolve, reject);
        const order = await stepped.catch(() => undefined);
        if (order && isUnderWay(order)) await follow(id);
        return true;
      });
      alone.then((ran) => (ran ? undefined : underWay(id).then(resolve))).catch(reject);
    });
    attempts.set(id, started);
    const forget = () => attempts.delete(id);
    started.then(forget, forget);
    return started;
  }

  /** A step that can't be repeated waits for its turn; only while a page is about to leave for a wallet is there anything to wait for. */
  async function onceAsked(id: string, step: (order: Order) => Promise<Order>): Promise<Order> {
    const seen = await journal.read(id);
    if (seen.state.kind !== 'awaiting-signature') return seen;
    const order = await locks.exclusive(`order:${id}`, async () => step(await journal.read(id)));
    if (isInFlight(order.state)) inBackground(id, takeOver(id));
    return order;
  }

  /** Somebody else holds the order: what they have reached is as good as our own attempt. */
  async function underWay(id: string): Promise<Order> {
    const order = await journal.read(id);
    if (isPaid(order) || isInFlight(order.state)) return order;
    throw new LikenessError('order-pending', { order: id });
  }

  /** Waits for the order's lock, so that it takes over from a tab that closes. */
  async function takeOver(id: string): Promise<void> {
    if (following.has(id)) return;
    following.add(id);
    try {
      await locks.exclusive(`order:${id}`, async () => {
        const { state } = await journal.read(id);
        // With the lock in hand no page waits for this answer any more, and nothing was sent.
        if (state.kind === 'awaiting-signature' && !state.returnsByLink)
          await journal.record(id, { type: 'request-ended' });
        await follow(id);
      });
    } finally {
      following.delete(id);
    }
  }

  /** Looks for a transfer while someone watches or the user said that it was sent. */
  async function keepLooking(id: string): Promise<void> {
    if (looking.has(id)) return;
    looking.add(id);
    const startedAt = clock.now();
    try {
      await locks.exclusive(`look:${id}`, async () => {
        for (;;) {
          const order = await journal.read(id);
          const mayBeSent = order.state.kind === 'awaiting-signature' && order.state.sendsItself;
          const wanted =
            order.state.kind === 'manual' || ((canPay(order) || mayBeSent) && listeners.has(id));
          if (!wanted) return;
          try {
            if (isPaid(await look(order))) return;
            report(id, {});
          } catch (thrown) {
            signal.throwIfAborted();
            report(id, { trouble: errorCode(thrown) });
          }
          await clock.wait(lookEvery(clock.now() - startedAt), signal);
        }
      });
    } finally {
      looking.delete(id);
    }
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
        solana.genesis(signal),
        solana.slot(signal),
        solana.recentAmounts(treasury, signal),
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

  return {
    startOrder,
    async quote(orderId) {
      const order = await journal.read(orderId);
      const { fee } = await (await chain()).preparePayment(order, connectedPayer(wallets), signal);
      return { price: order.price, fee, total: lamports(order.price + fee) };
    },
    pay: (orderId) =>
      attempt(orderId, async () => {
        const { state } = await journal.read(orderId);
        if (state.kind === 'expired')
          throw new LikenessError('blockhash-expired', { order: orderId });
        return askAndSend(orderId, signDeps);
      }),
    retryAfterExpiry: (orderId) => attempt(orderId, () => askAndSend(orderId, signDeps)),
    acceptReturn: (orderId, signed) =>
      onceAsked(orderId, (order) => acceptSigned(order, signed, signDeps)),
    returnDeclined: (orderId) =>
      onceAsked(orderId, () => journal.record(orderId, { type: 'request-ended' })),
    async confirmClosed(orderId) {
      const closed = await locks.ifFree(walletLock(orderId), () => closeRequest(orderId, signDeps));
      if (!closed) throw new LikenessError('wallet-busy', { order: orderId });
      return closed;
    },
    async claimManual(orderId, signature) {
      const named = signature?.trim();
      const order = named
        ? await claimNamed(await journal.read(orderId), named, lookDeps)
        : await journal.record(orderId, { type: 'manual-claimed' });
      if (isPaid(order)) return order;
      if (order.state.kind !== 'manual')
        throw new LikenessError('order-pending', { order: orderId });
      inBackground(orderId, keepLooking(orderId));
      return order;
    },
    withdrawManual: (orderId) => journal.record(orderId, { type: 'manual-withdrawn' }),
    restore: (wish) =>
      restorePurchases({ ...wish, signal: AbortSignal.any([wish.signal, signal]) }, restoreDeps),
    importReceipt: (text, scope) => importReceipt(text, scope, restoreDeps, signal),
    async resume(genesis) {
      const orders = await store.listAll('orders', genesis);
      const unpaid = orders.filter((order) => !isPaid(order));
      for (const { id, state } of unpaid.filter(isOpen)) {
        inBackground(id, state.kind === 'manual' ? keepLooking(id) : takeOver(id));
      }
      lookForLateArrivals(
        unpaid.filter(canPay),
        orders.filter((order) => mayBeRefunded(order, clock.now())),
      ).catch(() => undefined);
    },
    watchOrder(id, listener) {
      let latest: Order | undefined;
      const mine = listeners.get(id) ?? new Set();
      const tell = () => {
        const transfer = found.get(id);
        const why =
          latest?.state.kind === 'manual' ? refusals.of(latest.state.signature ?? '') : undefined;
        if (latest)
          listener({
            order: latest,
            ...progress.get(id),
            ...(transfer && { found: transfer }),
            ...(why && { refused: why }),
          });
      };
      const refresh = async () => {
        const order = await store.get('orders', id);
        if (!mine.has(tell) || !order) return;
        const isNews =
          order.updatedAt !== latest?.updatedAt ||
          order.state.kind !== latest.state.kind ||
          orderSignature(order) !== orderSignature(latest);
        latest = order;
        if (isNews) tell();
        // While a wallet that sends by itself has its window open, this page follows nothing yet.
        const mayBeSent = order.state.kind === 'awaiting-signature' && order.state.sendsItself;
        if (canPay(order) || order.state.kind === 'manual' || mayBeSent)
          inBackground(id, keepLooking(id));
        if (isInFlight(order.state)) inBackground(id, takeOver(id));
        if (isNews && isPaid(order)) inBackground(id, lookForSecond(order, lookDeps, signal));
      };
      listeners.set(id, mine.add(tell));
      const unwatch = store.watch(['orders'], () => inBackground(id, refresh()));
      inBackground(id, refresh());
      return () => {
        unwatch();
        mine.delete(tell);
        if (mine.size === 0) listeners.delete(id);
      };
    },
    close: () => ended.abort(),
  };

  /** Orders that nothing is done for, but that a transfer may have reached, or left, while the app was closed. */
  async function lookForLateArrivals(
    unpaid: readonly Order[],
    paid: readonly Order[],
  ): Promise<void> {
    for (const order of unpaid) {
      await look(order).catch(() => signal.throwIfAborted());
      await clock.wait(BETWEEN_LATE_LOOKS, signal);
    }
    for (const order of paid) {
      await lookForRefund(order).catch(() => signal.throwIfAborted());
      await clock.wait(BETWEEN_LATE_LOOKS, signal);
    }
  }

  async function lookForRefund(order: Order): Promise<void> {
    const refund = await (await chain()).findRefund(order, signal);
    if (refund) await journal.refund(order.id, refund);
  }
}
