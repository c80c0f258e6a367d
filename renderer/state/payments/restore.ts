import { errorCode, LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { isAsSold, readReceipt } from '../../core/orders/receipt.ts';
import { endsPayment } from '../../core/orders/refund.ts';
import { restoreOrder } from '../../core/orders/restored-order.ts';
import type { Scope } from '../../core/scope.ts';
import type { Chain, PurchaseRecord } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import type { OrderJournal } from './journal.ts';
import { mismatchError } from './scan.ts';

export interface RestoreProgress {
  readonly done: number;
  /** Absent until the chain has said how many there are. */
  readonly all?: number;
  /** Purchases that were restored. */
  readonly found: number;
}

export interface Restored {
  readonly found: readonly Order[];
  /** Purchases that this device had already, in this profile or in another. */
  readonly known: number;
  /** Transactions that exceeded this search. The next search continues with them. */
  readonly left: number;
}

export interface RestoreDeps {
  readonly chain: () => Promise<Chain>;
  readonly store: Store;
  readonly journal: OrderJournal;
  readonly clock: Clock;
  readonly treasury: string;
  /** Transactions that are no purchase. A later search doesn't read them again. */
  readonly dust: Set<string>;
}

/** The most transactions that one search reads: anyone can send dust under a buyer's public key. */
const MOST_READS = 500;

/** Transactions that are read side by side: as many as nodes answer in one request. */
const AT_ONCE = 20;
const TRIES = 6;
const FIRST_PAUSE = 1_000;
/** After this, a payment that only one node shows is believed. */
const ALONE_PAUSE = 60_000;

/**
 * Tries again while the network is busy or unreachable, after a longer pause each time, or while
 * only one node answers.
 */
async function retrying<T>(work: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await work();
    } catch (thrown) {
      const code = errorCode(thrown);
      const isAlone = code === 'network-alone';
      if (turn === TRIES || !(isAlone || code === 'network-busy' || code === 'network-unreachable'))
        throw thrown;
      await clock.wait(isAlone ? ALONE_PAUSE : FIRST_PAUSE * 2 ** (turn - 1), signal);
    }
  }
}

/**
 * Restores what a wallet bought: reads every finalized transaction under its lookup key, judges it
 * like any payment, and stores it as an order with its credits, each in one write. What is stored
 * already isn't read again, so a cancelled search continues quickly.
 * @throws the signal's reason, or LikenessError network-*; what was found until then is kept
 */
export async function restorePurchases(
  {
    payer,
    scope,
    onProgress,
    signal,
  }: {
    readonly payer: string;
    readonly scope: Scope;
    readonly onProgress: (progress: RestoreProgress) => void;
    readonly signal: AbortSignal;
  },
  { chain, store, journal, clock, treasury, dust }: RestoreDeps,
): Promise<Restored> {
  const solana = await chain();
  if ((await solana.genesis(signal)) !== scope.genesis)
    throw new LikenessError('payment-other-chain');
  onProgress({ done: 0, found: 0 });
  const signatures = await retrying(() => solana.purchasesOf(payer, signal), clock, signal);

  const found: Order[] = [];
  const refunds: Extract<PurchaseRecord, { kind: 'refund' }>[] = [];
  let known = 0;
  let done = 0;
  let reads = 0;
  let left = 0;
  const report = (): void => onProgress({ done, all: signatures.length, found: found.length });

  /** Whether a transaction has to be read. */
  const isNew = async (signature: string): Promise<boolean> => {
    const isKnown = (await store.paymentHolder(scope.genesis, signature)) !== undefined;
    if (isKnown) known += 1;
    if (isKnown || dust.has(signature)) return false;
    if (reads === MOST_READS) {
      left += 1;
      return false;
    }
    reads += 1;
    return true;
  };

  const keep = async (signature: string, record: PurchaseRecord | undefined): Promise<void> => {
    if (!record) dust.add(signature);
    if (record?.kind === 'refund') refunds.push(record);
    const order = record?.kind === 'payment' ? restoreOrder(record, scope) : undefined;
    if (!order) return;
    const { adopted } = await journal.adopt(order);
    if (adopted) found.push(adopted);
    else known += 1;
  };

  /** Reads some side by side, and those again that fail for a busy network. */
  const bringBack = async (some: readonly string[]): Promise<void> => {
    let unread = some;
    await retrying(
      async () => {
        const read = await Promise.allSettled(
          unread.map((signature) => solana.readPurchase(signature, payer, treasury, signal)),
        );
        signal.throwIfAborted();
        for (const [n, one] of read.entries())
          if (one.status === 'fulfilled') await keep(unread[n] ?? '', one.value);
        unread = unread.filter((_signature, n) => read[n]?.status === 'rejected');
        const failed = read.find((one) => one.status === 'rejected');
        if (failed) throw failed.reason as Error;
      },
      clock,
      signal,
    );
  };

  for (; done < signatures.length; done = Math.min(done + AT_ONCE, signatures.length)) {
    report();
    signal.throwIfAborted();
    const some: string[] = [];
    for (const signature of signatures.slice(done, done + AT_ONCE))
      if (await isNew(signature)) some.push(signature);
    await bringBack(some);
  }
  report();
  // After every payment is stored: a refund takes back credits that have to exist first.
  for (const found of refunds) {
    const state = (await store.get('orders', found.orderId))?.state;
    if (state?.kind === 'finalized' && endsPayment(found, state.proof))
      await journal.refund(found.orderId, found.refund);
  }
  return { found, known, left };
}

/**
 * Imports a receipt: reads it, compares it with the price books, and verifies it on the chain like
 * any payment. Returns the order, and whether it is new on this device.
 * @throws LikenessError receipt-* or payment-*
 */
export async function importReceipt(
  text: string,
  scope: Scope,
  { chain, journal, treasury }: RestoreDeps,
): Promise<{ readonly order: Order; readonly isNew: boolean }> {
  const claimed = readReceipt(text, scope, treasury);
  const solana = await chain();
  const signature = claimed.state.kind === 'finalized' ? claimed.state.proof.signature : '';
  const verdict = await solana.verify(claimed, signature, 'named');
  if (verdict.kind === 'not-yet') throw new LikenessError('payment-not-found');
  if (verdict.kind === 'no-match') throw mismatchError(verdict, claimed.id);
  const order: Order = { ...claimed, state: { kind: 'finalized', proof: verdict.proof } };
  // By the chain's own date, which the receipt can't choose.
  if (!isAsSold(order, treasury)) throw new LikenessError('receipt-changed', { order: order.id });
  const { adopted, existing } = await journal.adopt(order);
  if (!adopted && !existing) throw new LikenessError('payment-already-used', { order: order.id });
  const refund = adopted && (await solana.findRefund(order));
  if (refund) await journal.refund(order.id, refund);
  return { order: await journal.read(order.id), isNew: adopted !== undefined };
}
