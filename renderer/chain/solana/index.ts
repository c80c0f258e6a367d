import { isSignature } from '../../core/base58.ts';
import { LikenessError } from '../../core/errors.ts';
import { lamports, type Lamports } from '../../core/money.ts';
import type { Network } from '../../core/network.ts';
import { ORDER_ID } from '../../core/orders/order-id.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import type { RandomBytes } from '../../core/time-id.ts';
import type { Chain, LessTransfer } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Requests } from '../../ports/requests.ts';
import { createGenesis } from '../genesis.ts';
import { createTwoNodeReader } from './agreed.ts';
import { checkSigned, isValid } from './check-signed.ts';
import { broadcast, openConnections, statusOf, type Ask, type Connections } from './connections.ts';
import { createProver } from './expiry.ts';
import { explorerUrl } from './explorer.ts';
import { nothingSeen, search, type Found, type Reading, type SearchMemory } from './find.ts';
import { agreedHeight, smallestSlot } from './height.ts';
import { paymentCost, preparePayment } from './payment.ts';
import { agreedPurchase, listPurchases, searchRefund } from './purchases.ts';
import { createVerdicts, gain, readFinalized } from './verify.ts';

export interface ChainOptions {
  /** JSON-RPC addresses, in failover order. */
  readonly rpc: readonly string[];
  readonly network: Network;
  readonly requests: Requests;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

const RECENT = 10;

/** Nodes list memos as '[20] LK-…', several separated by '; '. */
const ORDER_IN_MEMO = new RegExp(`\\] ${ORDER_ID.source.slice(1, -1)}(;|$)`);

/**
 * Strangers send dust under any key. Only transfers of at least a hundredth of the price are
 * reported.
 */
const WORTH_NAMING = 100n;

/** The part of a chain that reads and judges. Create it once: it remembers what it has read. */
export function createReader(
  connections: Connections,
  genesis: Chain['genesis'],
  clock: Clock,
): Omit<Chain, 'paymentCost' | 'preparePayment' | 'checkSigned' | 'isSigned' | 'explorerUrl'> {
  const { any: ask, each } = connections;
  const agree = createTwoNodeReader(each, clock);
  const { judged, conclude } = createVerdicts({ each, agree, clock });
  const prove = createProver(each, clock);
  const searches = new Map<string, SearchMemory>();
  const seenOf = (kind: string, { id }: Order, until: string | undefined): SearchMemory => {
    const key = `${kind}:${id}`;
    const seen = searches.get(key) ?? nothingSeen(until);
    searches.set(key, seen);
    return seen;
  };

  /** Reads a transaction as the order's payment. */
  const paymentIn =
    (
      order: Order,
      match: 'reference' | 'amount',
      signal: AbortSignal | undefined,
      onLess?: (transfer: LessTransfer) => void,
    ) =>
    async (signature: string): Promise<Reading<PaymentProof>> => {
      const verdict = await judged(order, signature, match, signal);
      if (verdict.kind === 'paid') return { found: verdict.proof };
      if (verdict.kind === 'not-yet') return 'unsure';
      const { why, lamports: received = lamports(0n) } = verdict;
      if (match === 'amount' || why !== 'too-little' || received * WORTH_NAMING < order.price)
        return 'no';
      onLess?.({ signature, lamports: received });
      return 'reported';
    };

  const underReference = (
    order: Order,
    where: Pick<
      Parameters<typeof search>[0],
      'nodes' | 'isUsed' | 'commitment' | 'onSeen' | 'signal'
    >,
    onLess?: (transfer: LessTransfer) => void,
  ): Promise<Found<PaymentProof>> =>
    search({
      ...where,
      each,
      address: order.reference,
      afterSlot: order.sinceSlot,
      seen: seenOf('reference', order, order.referenceSeenUntil),
      read: paymentIn(order, 'reference', where.signal, onLess),
    });

  return {
    genesis,
    slot: (signal) => smallestSlot(connections, clock, signal),
    recentAmounts: (address, signal) => recentAmounts(ask, address, signal),
    broadcast: (signed, signal) => broadcast(ask, signed, signal),
    status: (signature, signal) => statusOf(ask, signature, signal),
    height: (commitment = 'processed', signal) =>
      commitment === 'processed'
        ? agreedHeight(connections, signal)
        : ask((connection) => connection.getBlockHeight(commitment), signal),
    expiryProven: (order, signature, lastValidBlockHeight, signal) =>
      prove(
        {
          key: `${order.id}:${signature ?? ''}:${String(lastValidBlockHeight)}`,
          genesis: order.genesis,
          signature,
          lastValidBlockHeight,
          isDone: async (node, aborted) =>
            (await underReference(order, {
              nodes: [node],
              commitment: 'confirmed',
              signal: aborted,
            })) !== 'none',
        },
        signal,
      ),
    conclude,
    async findOnEach(order, isUsed, signal, onSeen) {
      const found = await underReference(order, { nodes: each, isUsed, signal, onSeen });
      // One node shows something that another doesn't. Whichever is right, nothing may be signed.
      if (found === 'unsure') throw new LikenessError('network-differs', { order: order.id });
      return finished(found, order);
    },
    async verify(order, signature, match, signal) {
      if (!isSignature(signature)) throw new LikenessError('payment-signature-invalid');
      if ((await genesis(signal)) !== order.genesis)
        return { kind: 'no-match', why: 'other-chain' };
      return judged(order, signature, match, signal);
    },
    findByReference: async (order, isUsed, signal, { onLess, onSeen } = {}) =>
      finished(
        await underReference(order, { nodes: [ask], isUsed, signal, onSeen }, onLess),
        order,
      ),
    async findByAmount(order, isUsed, signal, onSeen) {
      const found = await search({
        nodes: [ask],
        each,
        address: order.treasury,
        afterSlot: order.sinceSlot,
        seen: seenOf('amount', order, order.amountSeenUntil),
        read: paymentIn(order, 'amount', signal),
        // A transaction whose memo names another order can't pay this one, whatever its amount.
        isSkipped: ({ memo }) =>
          memo !== null && ORDER_IN_MEMO.test(memo) && !memo.includes(order.id),
        isUsed,
        signal,
        onSeen,
      });
      return typeof found === 'object' ? found.found : undefined;
    },
    purchasesOf: (payer, signal) => listPurchases(ask, payer, signal),
    readPurchase: (signature, payer, treasury, signal) =>
      agreedPurchase(agree, { signature, payer, treasury }, signal),
    findRefund: (order, signal, onSeen) =>
      searchRefund({
        agree,
        order,
        nodes: [ask],
        each,
        seen: seenOf('refund', order, order.refundSeenUntil),
        signal,
        onSeen,
      }),
  };
}

/** @throws LikenessError 'payment-search-unfinished' */
function finished<T>(found: Found<T>, order: Order): T | undefined {
  if (found === 'unfinished')
    throw new LikenessError('payment-search-unfinished', { order: order.id });
  return typeof found === 'object' ? found.found : undefined;
}

/** Solana through web3.js. Only this module loads it. */
export async function createChain({
  rpc,
  network,
  requests,
  clock,
  random,
}: ChainOptions): Promise<Chain> {
  const web3 = await import('@solana/web3.js');
  const chance = () => (random(1)[0] ?? 0) / 256;
  const connections = openConnections(web3, rpc, { requests, clock, chance });
  const genesis = createGenesis({ addresses: rpc, requests, clock, chance }, network);
  const { any: ask } = connections;
  const reader = createReader(connections, genesis, clock);

  return {
    ...reader,
    paymentCost: (order, payer, signal) => paymentCost({ ask, genesis, order, payer, signal }),
    preparePayment: (order, payer, cost, signal) =>
      preparePayment({
        ask,
        height: (aborted) => reader.height('processed', aborted),
        cost,
        order,
        payer,
        signal,
      }),
    checkSigned,
    isSigned: (message, signature, address) => isValid(signature, message, address),
    explorerUrl: (signature) => explorerUrl(signature, network, rpc[0] ?? ''),
  };
}

/** The amounts that the address received in its last ten finalized transactions. */
async function recentAmounts(
  ask: Ask,
  address: string,
  signal: AbortSignal | undefined,
): Promise<Lamports[]> {
  const latest = await ask(
    (connection, { PublicKey }) =>
      connection.getSignaturesForAddress(new PublicKey(address), { limit: RECENT }, 'finalized'),
    signal,
  );
  const read = await Promise.all(
    latest.map(({ signature }) => readFinalized(ask, signature, signal)),
  );
  const gains = read.map((one) => (one && !one.failed ? gain(one, address) : 0n));
  return gains.filter((amount) => amount > 0n).map(lamports);
}
