import { isSignature } from '../../core/base58.ts';
import { LikenessError } from '../../core/errors.ts';
import { lamports } from '../../core/money.ts';
import type { Network } from '../../core/network.ts';
import type { RandomBytes } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { genesisOf } from '../../core/rpc.ts';
import type { Chain, IsUsed, PaymentMatch, SignatureStatus, Verdict } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Requests } from '../../ports/requests.ts';
import { createWitnesses } from './agreed.ts';
import { checkSigned } from './check-signed.ts';
import { openConnections, type Ask } from './connections.ts';
import { createAgreement, createExpiryProver } from './expiry.ts';
import { explorerUrl } from './explorer.ts';
import { findPayment } from './find.ts';
import type { Seen } from './find.ts';
import { preparePayment } from './payment.ts';
import { findRefund, listPurchases, readPurchase, readRefund } from './purchases.ts';
import { readFinalized } from './recorded.ts';
import { gain, judge } from './verify.ts';

export interface ChainOptions {
  /** JSON-RPC addresses, tried in turn. */
  readonly rpc: readonly string[];
  readonly network: Network;
  readonly requests: Requests;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

const RECENT = 10;
/** How long a second node's slot is waited for once the first has told its own. */
const SECOND_SLOT_MS = 2_000;
/** Blocks by which two honest nodes may differ: minutes, however far one lags. */
const MOST_APART = 1_000;

/**
 * Of what nodes say alike, that with the latest block time: the time decides which prices held, and
 * a node that lies could make it earlier.
 */
function latest<T>(
  said: readonly [T, ...T[]],
  of: (one: T) => { readonly blockTime: number | null } | undefined,
): T {
  const timeOf = (one: T): number => of(one)?.blockTime ?? 0;
  return said.reduce((best, one) => (timeOf(one) > timeOf(best) ? one : best));
}

/** Solana through web3.js, which is loaded here and nowhere else. */
export async function createChain({
  rpc,
  network,
  requests,
  clock,
  random,
}: ChainOptions): Promise<Chain> {
  const web3 = await import('@solana/web3.js');
  const chance = () => (random(1)[0] ?? 0) / 256;
  const { any: ask, each } = openConnections(web3, rpc, { requests, clock, chance });
  const proveExpiry = createExpiryProver(each, clock);
  const agreeOnFailure = createAgreement(each, clock);
  // The only one has the patience of all of them.
  const agree = createWitnesses(each.length === 1 ? [ask] : each, clock);
  const seen = new Map<string, Seen>();
  const seenOf = (order: Order, match: PaymentMatch): Seen => {
    const key = `${match}:${order.id}`;
    const known = seen.get(key) ?? {
      until: match === 'amount' ? order.amountSeenUntil : undefined,
    };
    seen.set(key, known);
    return known;
  };

  async function genesis(signal?: AbortSignal): Promise<string> {
    const hash = await ask((connection) => connection.getGenesisHash(), signal);
    const expected = genesisOf(network);
    if (expected !== undefined && hash !== expected)
      throw new LikenessError('network-wrong', { genesis: hash });
    return hash;
  }

  /** What one node says of an order's transaction; what would count has to be on the order's chain. */
  async function saysOf(
    node: Ask,
    order: Order,
    signature: string,
    match: PaymentMatch,
    signal?: AbortSignal,
  ): Promise<Verdict> {
    const transaction = await readFinalized(node, signature, signal);
    const verdict: Verdict = transaction ? judge(order, transaction, match) : { kind: 'not-yet' };
    const counts =
      verdict.kind === 'paid' || (verdict.kind === 'no-match' && verdict.why === 'failed');
    if (!counts) return verdict;
    const hash = await node((connection) => connection.getGenesisHash(), signal);
    return hash === order.genesis ? verdict : { kind: 'no-match', why: 'other-chain' };
  }

  /** The smallest slot that a node tells: one that lies into the future would make a payment look older than its order. */
  async function smallestSlot(signal?: AbortSignal): Promise<number> {
    const told: number[] = [];
    const asked = each.slice(0, 2).map(async (node) => {
      told.push(await node((connection) => connection.getSlot('confirmed'), signal));
    });
    // None of them answered: whichever does is asked below.
    const first = await Promise.any(asked).catch(() => undefined);
    if (told.length === 0 && first === undefined)
      return ask((connection) => connection.getSlot('confirmed'), signal);
    await Promise.race([Promise.allSettled(asked), clock.wait(SECOND_SLOT_MS, signal)]);
    return Math.min(...told);
  }

  /**
   * The larger of the heights that two nodes tell: until when something may land is counted from
   * it, so it must not be too small, and one far in the future would lock an order for good.
   */
  async function agreedHeight(signal?: AbortSignal): Promise<number> {
    const looks = await Promise.allSettled(
      each
        .slice(0, 2)
        .map((node) => node((connection) => connection.getBlockHeight('processed'), signal)),
    );
    const told = looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : []));
    if (told.length === 0)
      return ask((connection) => connection.getBlockHeight('processed'), signal);
    if (Math.max(...told) - Math.min(...told) > MOST_APART)
      throw new LikenessError('network-busy', { method: 'getBlockHeight' });
    return Math.max(...told);
  }

  /** The verdict that two nodes give alike: one alone could make a payment up. */
  async function judged(
    order: Order,
    signature: string,
    match: PaymentMatch,
    signal?: AbortSignal,
  ): Promise<Verdict> {
    const agreed = await agree(
      `${order.id}:${match}:${signature}`,
      (node) => saysOf(node, order, signature, match, signal),
      signal,
    );
    if ('alone' in agreed) return { kind: 'not-yet', doubt: 'network-alone' };
    if ('differ' in agreed) {
      const lags = agreed.differ.some(({ kind }) => kind === 'not-yet');
      return { kind: 'not-yet', ...(!lags && { doubt: 'network-differs' }) };
    }
    return latest(agreed.said, (one) => (one.kind === 'paid' ? one.proof : undefined));
  }

  async function find(
    order: Order,
    match: 'reference' | 'amount',
    isUsed: IsUsed,
    signal?: AbortSignal,
    told: Pick<Parameters<typeof findPayment>[3], 'onOther' | 'onSeen'> = {},
  ) {
    const address = match === 'reference' ? order.reference : order.treasury;
    return findPayment(ask, judged, order, {
      address,
      match,
      isUsed,
      seen: seenOf(order, match),
      ...told,
      signal,
    });
  }

  return {
    genesis,
    slot: smallestSlot,
    balance: (address, signal) =>
      ask(
        async (connection, { PublicKey }) =>
          lamports(BigInt(await connection.getBalance(new PublicKey(address), 'confirmed'))),
        signal,
      ),
    async recentAmounts(address, signal) {
      const latest = await ask(
        (connection, { PublicKey }) =>
          connection.getSignaturesForAddress(
            new PublicKey(address),
            { limit: RECENT },
            'finalized',
          ),
        signal,
      );
      const read = await Promise.all(
        latest.map(({ signature }) => readFinalized(ask, signature, signal)),
      );
      const gains = read.map((one) => (one && !one.failed ? gain(one, address) : 0n));
      return gains.filter((amount) => amount > 0n).map(lamports);
    },
    async preparePayment(order, payer, signal) {
      await genesis(signal);
      return preparePayment({ ask, height: agreedHeight, order, payer, signal });
    },
    checkSigned,
    async broadcast(signed, signal) {
      // Simulated before it was signed. Asking every node to simulate again would only turn its
      // lag into an error; what became of the transaction is what its status says.
      await ask(
        (connection) =>
          connection.sendRawTransaction(signed, { skipPreflight: true, maxRetries: 0 }),
        signal,
      );
    },
    async status(signature, signal) {
      const { value } = await ask(
        (connection) =>
          connection.getSignatureStatuses([signature], { searchTransactionHistory: true }),
        signal,
      );
      const [status] = value;
      if (!status) return { kind: 'unknown' };
      const commitment: Extract<SignatureStatus, { kind: 'seen' }>['commitment'] =
        status.confirmationStatus ?? 'processed';
      return { kind: 'seen', commitment, slot: status.slot, failed: status.err !== null };
    },
    height: (commitment = 'processed', signal) =>
      commitment === 'processed'
        ? agreedHeight(signal)
        : ask((connection) => connection.getBlockHeight(commitment), signal),
    expiryProven: (order, signature, lastValidBlockHeight, signal) =>
      proveExpiry({ order, signature, lastValidBlockHeight }, signal),
    async conclude(order, signature, signal) {
      const verdict = await judged(order, signature, 'reference', signal);
      if (verdict.kind !== 'no-match' || verdict.why !== 'failed') return verdict;
      // What lets the user pay again is never a single node's word.
      const failed = await agreeOnFailure(`${order.id}:${signature}`, async (node) => {
        const told = await saysOf(node, order, signature, 'reference', signal);
        return told.kind === 'no-match' && told.why === 'failed';
      });
      return failed ? verdict : { kind: 'not-yet' };
    },
    async findOnEach(order, isUsed, signal) {
      const looks = await Promise.allSettled(
        each.map((node) =>
          findPayment(
            node,
            (one, signature, match, aborted) => saysOf(node, one, signature, match, aborted),
            order,
            { address: order.reference, match: 'reference', isUsed, seen: {}, signal },
          ),
        ),
      );
      const found = looks.find((look) => look.status === 'fulfilled' && look.value !== undefined);
      if (found?.status === 'fulfilled' && found.value) {
        const verdict = await judged(order, found.value.signature, 'reference', signal);
        if (verdict.kind === 'paid') return verdict.proof;
        // One shows it and another doesn't: whoever is right, nothing may be signed now.
        throw new LikenessError('network-differs', { order: order.id });
      }
      signal?.throwIfAborted();
      const silent = looks.find((look) => look.status === 'rejected');
      if (silent) throw silent.reason as Error;
      return undefined;
    },
    async verify(order, signature, match, signal) {
      if (!isSignature(signature)) throw new LikenessError('payment-signature-invalid');
      if ((await genesis(signal)) !== order.genesis)
        return { kind: 'no-match', why: 'other-chain' };
      return judged(order, signature, match, signal);
    },
    findByReference: (order, isUsed, signal, onOther) =>
      find(order, 'reference', isUsed, signal, { onOther }),
    findByAmount: (order, isUsed, signal, onSeen) =>
      find(order, 'amount', isUsed, signal, { onSeen }),
    purchasesOf: (payer, signal) => listPurchases(ask, payer, signal),
    async readPurchase(signature, payer, treasury, signal) {
      const agreed = await agree(
        `${payer}:${signature}`,
        (node) => readPurchase(node, { signature, payer, treasury }, signal),
        signal,
      );
      if ('alone' in agreed) throw new LikenessError('network-alone');
      if ('differ' in agreed) throw new LikenessError('network-differs');
      const record = latest(agreed.said, (one) => (one.kind === 'payment' ? one.proof : undefined));
      if (record.kind === 'not-yet')
        throw new LikenessError('network-busy', { method: 'getTransaction' });
      return record.kind === 'payment' || record.kind === 'refund' ? record : undefined;
    },
    async findRefund(order, signal) {
      const found = await findRefund(ask, order, signal);
      if (!found) return undefined;
      const { signature } = found;
      // It takes credits away: that isn't one node's word either.
      const agreed = await agree(
        `${order.id}:refund:${signature}`,
        (node) => readRefund(node, order, signature, signal),
        signal,
      );
      return 'said' in agreed ? agreed.said[0] : undefined;
    },
    explorerUrl: (signature) => explorerUrl(signature, network, rpc[0] ?? ''),
  };
}
