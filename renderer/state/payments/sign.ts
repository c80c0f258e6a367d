import { toBase64 } from '../../core/base64.ts';
import { BLOCKHASH_LIFE } from '../../core/constants.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import type { LockName } from '../../core/lock-order.ts';
import { note } from '../../core/log/log.ts';
import type { Order } from '../../core/orders/order.ts';
import { isInFlight } from '../../core/orders/reduce-order.ts';
import { isPaid } from '../../core/orders/selectors.ts';
import { wasSoldAs } from '../../core/price-books.ts';
import type { PaymentCost, PreparedPayment } from '../../ports/chain.ts';
import type { Locks } from '../../ports/locks.ts';
import { isDue } from '../polling.ts';
import { untilStopped } from '../tasks/runner.ts';
import type { PayingWallets } from './contract.ts';
import { scanForPayment, type ScanDeps } from './scan.ts';

export interface SignDeps extends ScanDeps {
  readonly locks: Locks;
  readonly wallets: PayingWallets;
  readonly costOf: (order: Order, payer: string) => Promise<PaymentCost>;
}

/** How long a cost stays valid: after that, the balance or the network's fees may have changed. */
const VALID_MS = 30_000;

/**
 * What the connected wallet would pay. A quote and the payment after it share one simulation; a
 * failure isn't kept.
 */
export function createCostOf({
  chain,
  clock,
}: Pick<SignDeps, 'chain' | 'clock'>): SignDeps['costOf'] {
  let last:
    | { readonly key: string; readonly at: number; readonly cost: Promise<PaymentCost> }
    | undefined;

  return (order, payer) => {
    const key = `${order.id} ${payer}`;
    const now = clock.now();
    if (last?.key === key && !isDue(last.at, VALID_MS, now)) return last.cost;
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

/** Whether an earlier attempt got as far as the network. */
const wasSigned = ({ state }: Order): boolean =>
  state.kind === 'expired' || (state.kind === 'failed' && state.signature !== undefined);

/** Held while a page waits for a wallet that sends by itself. */
export const walletLock = (orderId: string): LockName => `wallet:${orderId}`;

/**
 * @throws LikenessError 'connect-first' without a Solana wallet; 'wallet-is-treasury', as what the
 *   treasury pays to itself would never count
 */
export function connectedPayer(
  wallets: Pick<PayingWallets, 'snapshot'>,
  { treasury }: Pick<Order, 'treasury'>,
): string {
  const { solana } = wallets.snapshot();
  if (!solana) throw new LikenessError('connect-first');
  if (solana.address === treasury) throw new LikenessError('wallet-is-treasury');
  return solana.address;
}

/**
 * From the click on Pay to a signed transaction that is stored and sent. The caller holds the
 * order's lock, so a request that storage still shows as open belongs to no page any more. After
 * expiry it asks only `again`.
 * @throws LikenessError of the wallet, of the chain, 'order-pending' or 'blockhash-expired'
 */
export async function askAndSend(
  id: string,
  again: boolean,
  deps: SignDeps,
  signal: AbortSignal,
): Promise<Order> {
  const { journal, wallets } = deps;
  let order = await journal.read(id);
  if (order.state.kind === 'expired' && !again)
    throw new LikenessError('blockhash-expired', { order: id });
  if (isPaid(order) || isInFlight(order.state)) return order;
  order = await journal.record(id, { type: 'request-ended' });
  if (order.state.kind === 'manual' || order.state.kind === 'awaiting-signature')
    throw new LikenessError('order-pending', { order: id });

  const payer = connectedPayer(wallets, order);
  const chain = await deps.chain();
  order = await scanForPayment(order, deps);
  if (isPaid(order)) return order;
  // A payment at a price that has ended wouldn't count.
  if (!wasSoldAs(order, deps.clock.now()))
    throw new LikenessError('payment-old-price', { order: id });
  if (wasSigned(order)) {
    // Asks each RPC: one that hides the first payment must not cause a second.
    const before = order;
    const proof = await journal.searching(before, 'referenceSeenUntil', (onSeen) =>
      chain.findOnEach(before, journal.isUsed(before), undefined, onSeen),
    );
    if (proof) return journal.settle(id, proof);
  }
  const prepared = await chain.preparePayment(order, payer, await deps.costOf(order, payer));
  order = await journal.record(id, wasAsked(prepared, payer, wallets));
  if (isPaid(order)) return order;
  if (order.state.kind !== 'awaiting-signature')
    throw new LikenessError('order-pending', { order: id });

  if (order.state.sendsItself) return letWalletSend(order, prepared.transaction, deps, signal);

  const { transaction } = prepared;
  const asked = order.state.returnsByLink
    ? wallets.leaveToSign(transaction, { kind: 'order', orderId: id }).then(() => undefined)
    : wallets.signTransaction(transaction);
  // Once it is stopped, a late answer is dropped: only we could send it.
  const signed = await untilStopped(asked, signal).catch(async (thrown: unknown) => {
    await journal.record(id, { type: 'request-ended' });
    throw thrown;
  });
  // If the page left for the wallet, the answer arrives at the return route, maybe in a new page.
  return signed ? acceptSigned(order, signed, deps) : order;
}

/**
 * The wallet signs and sends at once, with a blockhash that it may choose itself. Unless it
 * refuses, it may have sent the transaction, whatever it answers. So the order stays locked until
 * the payment is found under its reference, or until anything sent by now has expired.
 */
async function letWalletSend(
  order: Order,
  transaction: Uint8Array,
  { wallets, journal, locks, chain }: SignDeps,
  signal: AbortSignal,
): Promise<Order> {
  const { id } = order;
  try {
    await locks.exclusive(walletLock(id), () =>
      untilStopped(wallets.signAndSend(transaction), signal),
    );
  } catch (thrown) {
    // Its window may still be open.
    signal.throwIfAborted();
    if (errorCode(thrown) === 'wallet-rejected') {
      await journal.record(id, { type: 'request-declined' });
      throw thrown;
    }
  }
  return closeRequest(id, { journal, chain });
}

/**
 * Closes the request: the wallet can't send anything for it any more. What it has sent expires with
 * its blockhash.
 */
export async function closeRequest(
  id: string,
  { journal, chain }: Pick<SignDeps, 'journal' | 'chain'>,
): Promise<Order> {
  const height = await (await chain()).height('processed');
  return journal.record(id, {
    type: 'request-closed',
    lastValidBlockHeight: height + BLOCKHASH_LIFE,
  });
}

function wasAsked(
  { blockhash, lastValidBlockHeight }: PreparedPayment,
  payer: string,
  wallets: PayingWallets,
) {
  const answers = wallets.snapshot().solana?.answers;
  const how = { sendsItself: answers === 'sent', returnsByLink: answers === 'returned' };
  return { type: 'wallet-asked' as const, ...how, payer, blockhash, lastValidBlockHeight };
}

/**
 * Checks the wallet's answer, stores it, and only then sends it. An answer that the order no longer
 * waits for is dropped unsent.
 */
export async function acceptSigned(
  asked: Order,
  signed: Uint8Array,
  deps: SignDeps,
): Promise<Order> {
  const { journal } = deps;
  const { id, state } = asked;
  if (state.kind !== 'awaiting-signature') return asked;
  const chain = await deps.chain();
  let order: Order;
  try {
    const { signature, blockhash } = chain.checkSigned(asked, state.payer, signed);
    // If the wallet chose another blockhash, its expiry is counted from the current height.
    const lastValidBlockHeight =
      blockhash === state.blockhash
        ? state.lastValidBlockHeight
        : Math.max(state.lastValidBlockHeight, (await chain.height('processed')) + BLOCKHASH_LIFE);
    const payment = {
      signature,
      payer: state.payer,
      transaction: toBase64(signed),
      lastValidBlockHeight,
    };
    order = await journal.record(id, { type: 'signed', ...payment });
    if (order.state.kind !== 'signed' || order.state.signature !== signature) return order;
  } catch (thrown) {
    await journal.record(id, { type: 'request-failed', reason: errorCode(thrown) });
    throw thrown;
  }
  const { signature } = order.state;
  try {
    await chain.broadcast(signed);
  } catch (thrown) {
    // It is stored, and following the order sends it again.
    note('orders.broadcast', thrown);
    return order;
  }
  return journal.record(id, { type: 'submitted', signature });
}
