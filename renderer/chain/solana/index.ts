import { isSignature } from '../../core/base58.ts';
import { LikenessError } from '../../core/errors.ts';
import { lamports } from '../../core/money.ts';
import type { Network } from '../../core/network.ts';
import type { RandomBytes } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { genesisOf } from '../../core/rpc.ts';
import type {
  Chain,
  IsUsed,
  OtherTransfer,
  PaymentMatch,
  SignatureStatus,
  Verdict,
} from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Requests } from '../../ports/requests.ts';
import { checkSigned } from './check-signed.ts';
import { openConnections } from './connections.ts';
import { createExpiryProver } from './expiry.ts';
import { explorerUrl } from './explorer.ts';
import { findPayment } from './find.ts';
import type { Seen } from './find.ts';
import { preparePayment } from './payment.ts';
import { findRefund, listPurchases, readPurchase } from './purchases.ts';
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
  const seen = new Map<string, Seen>();
  const seenOf = (order: Order, match: PaymentMatch): Seen => {
    const key = `${match}:${order.id}`;
    const known = seen.get(key) ?? {};
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

  async function judged(
    order: Order,
    signature: string,
    match: PaymentMatch,
    signal?: AbortSignal,
  ): Promise<Verdict> {
    const transaction = await readFinalized(ask, signature, signal);
    return transaction ? judge(order, transaction, match) : { kind: 'not-yet' };
  }

  async function find(
    order: Order,
    match: 'reference' | 'amount',
    isUsed: IsUsed,
    signal?: AbortSignal,
    onOther?: (transfer: OtherTransfer) => void,
  ) {
    const address = match === 'reference' ? order.reference : order.treasury;
    const proof = await findPayment(ask, judged, order, {
      address,
      match,
      isUsed,
      seen: seenOf(order, match),
      onOther,
      signal,
    });
    return proof && (await genesis(signal)) === order.genesis ? proof : undefined;
  }

  return {
    genesis,
    slot: (signal) => ask((connection) => connection.getSlot('confirmed'), signal),
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
      return preparePayment(ask, order, payer, signal);
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
      ask((connection) => connection.getBlockHeight(commitment), signal),
    expiryProven: (order, signature, lastValidBlockHeight, signal) =>
      proveExpiry({ order, signature, lastValidBlockHeight }, signal),
    async verify(order, signature, match, signal) {
      if (!isSignature(signature)) throw new LikenessError('payment-signature-invalid');
      if ((await genesis(signal)) !== order.genesis)
        return { kind: 'no-match', why: 'other-chain' };
      return judged(order, signature, match, signal);
    },
    findByReference: (order, isUsed, signal, onOther) =>
      find(order, 'reference', isUsed, signal, onOther),
    findByAmount: (order, isUsed, signal) => find(order, 'amount', isUsed, signal),
    purchasesOf: (payer, signal) => listPurchases(ask, payer, signal),
    readPurchase: (signature, payer, treasury, signal) =>
      readPurchase(ask, { signature, payer, treasury }, signal),
    findRefund: (order, signal) => findRefund(ask, order, signal),
    explorerUrl: (signature) => explorerUrl(signature, network, rpc[0] ?? ''),
  };
}
