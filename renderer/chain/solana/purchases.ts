import { LikenessError } from '../../core/errors.ts';
import { lamports } from '../../core/money.ts';
import { ORDER_ID } from '../../core/orders/order-id.ts';
import type { Order, PaymentProof, RefundProof } from '../../core/orders/order.ts';
import { endsPayment, refundMemo, type FoundRefund } from '../../core/orders/refund.ts';
import type { FoundPayment } from '../../core/orders/restored-order.ts';
import type { PurchaseRecord } from '../../ports/chain.ts';
import type { createTwoNodeReader } from './agreed.ts';
import type { Ask } from './connections.ts';
import { listSignatures, search, type Reading } from './find.ts';
import { lookupKey } from './lookup-key.ts';
import { readMemo, readTransfer } from './message.ts';
import { judge, latest, readFinalized, type RecordedTransaction } from './verify.ts';

const NAME = ORDER_ID.source.slice(1, -1);
const REFUND = new RegExp(`^${refundMemo(`(${NAME})`)}(?::([1-9A-HJ-NP-Za-km-z]{64,88}))?$`);

const transfersOf = ({ instructions }: RecordedTransaction) =>
  instructions.map(readTransfer).filter((one) => one !== undefined);
const memosOf = ({ instructions }: RecordedTransaction) =>
  instructions.map(readMemo).filter((one) => one !== undefined);

/**
 * A wallet payment as we build it: from that payer, with one order in its only memo, and reference
 * and lookup key on the transfer.
 */
function paymentIn(
  transaction: RecordedTransaction,
  payer: string,
  treasury: string,
): FoundPayment | undefined {
  const [orderId, ...more] = memosOf(transaction).filter((text) => ORDER_ID.test(text));
  if (orderId === undefined || more.length > 0) return undefined;
  const key = lookupKey(payer);
  const ours = transfersOf(transaction).find(
    ({ from, to, extra }) => from === payer && to === treasury && extra.includes(key),
  );
  const reference = ours?.extra.find((name) => name !== key);
  if (reference === undefined) return undefined;
  // The verifier determines what reached the treasury; the price lists determine which plan that
  // buys.
  const demand = {
    id: orderId,
    reference,
    treasury,
    price: lamports(1n),
    manualAmount: lamports(1n),
    sinceSlot: -1,
  };
  const verdict = judge(demand, transaction, 'reference');
  return verdict.kind === 'paid' && verdict.proof.payer === payer
    ? { orderId, reference, proof: verdict.proof }
    : undefined;
}

/**
 * A transfer out of the treasury that names an order's refund. Only the treasury's key can make
 * one.
 */
function refundIn(transaction: RecordedTransaction, treasury: string): FoundRefund | undefined {
  if (transaction.failed) return undefined;
  const named = memosOf(transaction)
    .map((text) => REFUND.exec(text))
    .find((one) => one !== null);
  const out = transfersOf(transaction).filter(
    ({ from, to }) => from === treasury && to !== treasury,
  );
  const [first] = out;
  if (!named || !first) return undefined;
  const [, orderId = '', payment] = named;
  const { signature, slot, blockTime } = transaction;
  const sum = out.reduce((total, one) => total + one.lamports, 0n);
  return {
    orderId,
    payment,
    refund: { signature, slot, blockTime, to: first.to, lamports: lamports(sum) },
  };
}

/** Nodes list memos as '[20] LK-…', several separated by '; '. */
const NAMES_ORDER = new RegExp(`\\] (${refundMemo('')})?${NAME}(:|;|$)`);

/**
 * Finalized, successful transactions under a payer's lookup key, one query per thousand. Those that
 * name an order come first, oldest first; the others come last, because anyone can send them.
 */
export async function listPurchases(
  ask: Ask,
  payer: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const listed = await listSignatures(ask, lookupKey(payer), { signal });
  const sent = listed.filter(({ err }) => err === null).toReversed();
  const isNamed = ({ memo }: (typeof sent)[number]): boolean =>
    memo !== null && NAMES_ORDER.test(memo);
  return [...sent.filter(isNamed), ...sent.filter((one) => !isNamed(one))].map(
    ({ signature }) => signature,
  );
}

/** One node's reading of a transaction under a lookup key. 'none' is a stranger's dust. */
type PurchaseReading = PurchaseRecord | { readonly kind: 'not-yet' | 'none' };

async function readPurchase(
  ask: Ask,
  {
    signature,
    payer,
    treasury,
  }: { readonly signature: string; readonly payer: string | undefined; readonly treasury: string },
  signal?: AbortSignal,
): Promise<PurchaseReading> {
  const transaction = await readFinalized(ask, signature, signal);
  if (!transaction) return { kind: 'not-yet' };
  // If no payer is asked for, use the fee payer: our payments have only one signer.
  const payment = paymentIn(transaction, payer ?? transaction.keys[0] ?? '', treasury);
  if (payment) return { kind: 'payment', ...payment };
  const refund = refundIn(transaction, treasury);
  return refund ? { kind: 'refund', ...refund } : { kind: 'none' };
}

type Refundable = Pick<Order, 'id' | 'reference' | 'treasury' | 'sinceSlot' | 'state'>;

/** A refund comes after the payment. */
const refundAfter = ({ state, sinceSlot }: Refundable): number =>
  state.kind === 'finalized' ? state.proof.slot : sinceSlot;

/**
 * The refund of a payment, as one node has it: a plain transfer may have been refunded under any
 * order's id, but always under its payer's lookup key.
 * @param id the order that a refund without the payment's name has to name
 */
export async function findRefund(
  ask: Ask,
  id: string,
  proof: PaymentProof,
): Promise<RefundProof | undefined> {
  const listed = await listSignatures(ask, lookupKey(proof.payer), { afterSlot: proof.slot });
  for (const { signature } of listed.filter(({ err }) => err === null).toReversed()) {
    const transaction = await readFinalized(ask, signature);
    if (!transaction) throw new LikenessError('network-busy', { method: 'getTransaction' });
    const found = refundIn(transaction, proof.treasury);
    if (found && (found.payment ? found.payment === proof.signature : found.orderId === id))
      return found.refund;
  }
  return undefined;
}

/** The order's refund, if the transaction is one. */
async function readRefund(
  ask: Ask,
  { id, treasury, state }: Refundable,
  signature: string,
  signal?: AbortSignal,
): Promise<RefundProof | 'none' | 'not-yet'> {
  const transaction = await readFinalized(ask, signature, signal);
  if (!transaction) return 'not-yet';
  const found = refundIn(transaction, treasury);
  if (found?.orderId !== id) return 'none';
  return state.kind !== 'finalized' || endsPayment(found, state.proof) ? found.refund : 'none';
}

type Agree = ReturnType<typeof createTwoNodeReader>;

/**
 * A payment or refund, as two nodes read it; undefined if the transaction is neither.
 * @throws LikenessError network-* while they don't agree, or don't have it yet
 */
export async function agreedPurchase(
  agree: Agree,
  which: Parameters<typeof readPurchase>[1],
  signal?: AbortSignal,
): Promise<PurchaseRecord | undefined> {
  const agreed = await agree(
    `${which.payer ?? ''}:${which.signature}`,
    (node) => readPurchase(node, which, signal),
    signal,
  );
  const notYet = ({ kind }: PurchaseReading): boolean => kind === 'not-yet';
  const busy = () => new LikenessError('network-busy', { method: 'getTransaction' });
  if ('alone' in agreed) throw new LikenessError('network-alone');
  // Where one of them lags, they will agree.
  if ('differ' in agreed)
    throw agreed.differ.some(notYet) ? busy() : new LikenessError('network-differs');
  const record = latest(agreed.said, (one) => (one.kind === 'payment' ? one.proof : undefined));
  if (record.kind === 'refund' && agreed.isLone) throw new LikenessError('network-alone');
  if (record.kind === 'not-yet') throw busy();
  return record.kind === 'payment' || record.kind === 'refund' ? record : undefined;
}

/** Searches for an order's refund. It takes credits away, so one of several nodes is never enough. */
export async function searchRefund({
  agree,
  order,
  ...where
}: Pick<Parameters<typeof search>[0], 'nodes' | 'each' | 'seen' | 'onSeen' | 'signal'> & {
  readonly agree: Agree;
  readonly order: Refundable;
}): Promise<RefundProof | undefined> {
  const found = await search({
    ...where,
    address: order.reference,
    afterSlot: refundAfter(order),
    async read(signature): Promise<Reading<RefundProof>> {
      const agreed = await agree(
        `${order.id}:refund:${signature}`,
        (node) => readRefund(node, order, signature, where.signal),
        where.signal,
      );
      if (!('said' in agreed) || agreed.isLone) return 'unsure';
      const [refund] = agreed.said;
      return refund === 'none' ? 'no' : refund === 'not-yet' ? 'unsure' : { found: refund };
    },
  });
  return typeof found === 'object' ? found.found : undefined;
}
