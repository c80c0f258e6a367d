import { isSignature } from '../../core/base58.ts';
import { LikenessError } from '../../core/errors.ts';
import { lamports, type Lamports } from '../../core/money.ts';
import type { Network } from '../../core/network.ts';
import type { RandomBytes } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Chain, IsUsed, PaymentMatch, SignatureStatus } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Requests } from '../../ports/requests.ts';
import { createGenesis } from '../genesis.ts';
import { createTwoNodeReader } from './agreed.ts';
import { checkSigned } from './check-signed.ts';
import { openConnections, type Ask } from './connections.ts';
import { createExpiryProver } from './expiry.ts';
import { explorerUrl } from './explorer.ts';
import { findPayment } from './find.ts';
import type { Seen } from './find.ts';
import { agreedHeight, smallestSlot } from './height.ts';
import { paymentCost, preparePayment } from './payment.ts';
import { agreedPurchase, agreedRefund, listPurchases } from './purchases.ts';
import { readFinalized } from './recorded.ts';
import { createVerdicts } from './verdicts.ts';
import { gain } from './verify.ts';

export interface ChainOptions {
  /** JSON-RPC addresses, in failover order. */
  readonly rpc: readonly string[];
  readonly network: Network;
  readonly requests: Requests;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

const RECENT = 10;

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
  const { any: ask, each } = connections;
  const heightNow = (signal?: AbortSignal) => agreedHeight(connections, signal);
  const proveExpiry = createExpiryProver(each, clock);
  // A sole address is asked through the failover client, with its full time limits.
  const agree = createTwoNodeReader(each.length === 1 ? [ask] : each, clock);
  const verdicts = createVerdicts({ each, agree, clock });
  const seen = new Map<string, Seen>();
  const seenOf = (order: Order, match: PaymentMatch): Seen => {
    const key = `${match}:${order.id}`;
    const known = seen.get(key) ?? {
      until: match === 'amount' ? order.amountSeenUntil : undefined,
    };
    seen.set(key, known);
    return known;
  };

  async function find(
    order: Order,
    match: 'reference' | 'amount',
    isUsed: IsUsed,
    signal?: AbortSignal,
    callbacks: Pick<Parameters<typeof findPayment>[3], 'onOther' | 'onSeen'> = {},
  ) {
    const address = match === 'reference' ? order.reference : order.treasury;
    return findPayment(ask, verdicts.judged, order, {
      address,
      match,
      isUsed,
      seen: seenOf(order, match),
      ...callbacks,
      signal,
    });
  }

  return {
    genesis,
    slot: (signal) => smallestSlot(connections, clock, signal),
    balance: (address, signal) =>
      ask(
        async (connection, { PublicKey }) =>
          lamports(BigInt(await connection.getBalance(new PublicKey(address), 'confirmed'))),
        signal,
      ),
    recentAmounts: (address, signal) => recentAmounts(ask, address, signal),
    paymentCost: (order, payer, signal) => paymentCost({ ask, genesis, order, payer, signal }),
    preparePayment: (order, payer, cost, signal) =>
      preparePayment({ ask, height: heightNow, cost, order, payer, signal }),
    checkSigned,
    async broadcast(signed, signal) {
      // The transaction was simulated before it was signed. Simulating again on every node would
      // only turn a node's lag into an error; the signature's status tells what happened.
      await ask(
        (connection) =>
          connection.sendRawTransaction(signed, { skipPreflight: true, maxRetries: 0 }),
        signal,
      );
    },
    status: (signature, signal) => statusOf(ask, signature, signal),
    height: (commitment = 'processed', signal) =>
      commitment === 'processed'
        ? heightNow(signal)
        : ask((connection) => connection.getBlockHeight(commitment), signal),
    expiryProven: (order, signature, lastValidBlockHeight, signal) =>
      proveExpiry({ order, signature, lastValidBlockHeight }, signal),
    conclude: verdicts.conclude,
    findOnEach: verdicts.findOnEach,
    async verify(order, signature, match, signal) {
      if (!isSignature(signature)) throw new LikenessError('payment-signature-invalid');
      if ((await genesis(signal)) !== order.genesis)
        return { kind: 'no-match', why: 'other-chain' };
      return verdicts.judged(order, signature, match, signal);
    },
    findByReference: (order, isUsed, signal, onOther) =>
      find(order, 'reference', isUsed, signal, { onOther }),
    findByAmount: (order, isUsed, signal, onSeen) =>
      find(order, 'amount', isUsed, signal, { onSeen }),
    purchasesOf: (payer, signal) => listPurchases(ask, payer, signal),
    readPurchase: (signature, payer, treasury, signal) =>
      agreedPurchase(agree, { signature, payer, treasury }, signal),
    findRefund: (order, signal) => agreedRefund({ ask, agree }, order, signal),
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

async function statusOf(
  ask: Ask,
  signature: string,
  signal: AbortSignal | undefined,
): Promise<SignatureStatus> {
  const { value } = await ask(
    (connection) =>
      connection.getSignatureStatuses([signature], { searchTransactionHistory: true }),
    signal,
  );
  const [status] = value;
  if (!status) return { kind: 'unknown' };
  const { confirmationStatus: commitment = 'processed', slot, err } = status;
  return { kind: 'seen', commitment, slot, failed: err !== null };
}
