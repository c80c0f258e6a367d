import type { VersionedTransactionResponse } from '@solana/web3.js';

import { decodeBase58 } from '../../core/base58.ts';
import { lamports } from '../../core/money.ts';
import { ORDER_ID } from '../../core/orders/order-id.ts';
import type { Order } from '../../core/orders/order.ts';
import type { MismatchReason, PaymentMatch, Verdict } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { createTwoNodeReader } from './agreed.ts';
import type { Ask } from './connections.ts';
import { createAgreement } from './expiry.ts';
import { lookupKey } from './lookup-key.ts';
import { readMemo, readMovement } from './message.ts';
import type { ParsedInstruction, SystemTransfer } from './message.ts';

/** A finalized transaction as recorded on the chain, with all addresses resolved. */
export interface RecordedTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Unix milliseconds, or null. */
  readonly blockTime: number | null;
  readonly failed: boolean;
  readonly fee: bigint;
  /** Static keys, then those from lookup tables: the order of the balances. */
  readonly keys: readonly string[];
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
  /** Top-level instructions and the inner ones they caused. */
  readonly instructions: readonly ParsedInstruction[];
}

/** The order fields that a payment must match. */
export type Demand = Pick<
  Order,
  'id' | 'treasury' | 'reference' | 'price' | 'manualAmount' | 'sinceSlot'
>;

/**
 * Whether a recorded transaction pays an order. It looks at what moved, not at the transaction's
 * form: compute budget, guard instructions and other transfers are allowed.
 *
 * The paid amount is the sum of the system transfers to the treasury (by reference: of those that
 * name it), but never more than the treasury's balance grew by.
 */
export function judge(
  order: Demand,
  transaction: RecordedTransaction,
  match: PaymentMatch,
): Verdict {
  if (transaction.failed) return noMatch('failed');
  if (transaction.slot <= order.sinceSlot) return noMatch('too-early');

  const transfers = transaction.instructions.map(readMovement).filter((one) => one !== undefined);
  const toTreasury = transfers.filter(
    ({ to, from }) => to === order.treasury && from !== order.treasury,
  );
  const ours =
    match === 'reference'
      ? toTreasury.filter((transfer) => orderNamed(transfer) === order.reference)
      : toTreasury;
  if (ours.length === 0) return noMatch(whyNone(order, transaction, toTreasury, match));
  if (match !== 'reference' && isForAnotherOrder(order, transaction, toTreasury))
    return noMatch('other-order');

  const grown = gain(transaction, order.treasury);
  const moved = sum(ours);
  const received = moved < grown ? moved : grown;
  if (received < order.price) return noMatch('too-little', received);
  if (match === 'amount' && received !== order.manualAmount)
    return noMatch('other-amount', received);
  return {
    kind: 'paid',
    proof: {
      signature: transaction.signature,
      slot: transaction.slot,
      blockTime: transaction.blockTime,
      payer: ours[0]?.from ?? '',
      treasury: order.treasury,
      lamports: lamports(received),
      fee: lamports(transaction.fee),
    },
  };
}

/**
 * The reference of the order that a transfer pays: its first extra key that isn't the payer's
 * lookup key. A transfer that names two orders pays the first, on every device.
 */
const orderNamed = ({ from, extra }: SystemTransfer): string | undefined => {
  const [first, second] = extra;
  return first !== undefined && second !== undefined && first === lookupKey(from) ? second : first;
};

const sum = (transfers: readonly SystemTransfer[]): bigint =>
  transfers.reduce((total, one) => total + one.lamports, 0n);

function noMatch(why: MismatchReason, received?: bigint): Verdict {
  return {
    kind: 'no-match',
    why,
    ...(received === undefined ? {} : { lamports: lamports(received > 0n ? received : 0n) }),
  };
}

/** How much an account's balance grew; negative if it shrank. */
export function gain({ keys, before, after }: RecordedTransaction, address: string): bigint {
  const index = keys.indexOf(address);
  return index < 0 ? 0n : (after[index] ?? 0n) - (before[index] ?? 0n);
}

function whyNone(
  order: Demand,
  transaction: RecordedTransaction,
  toTreasury: readonly SystemTransfer[],
  match: PaymentMatch,
): MismatchReason {
  if (match !== 'reference') return 'wrong-recipient';
  if (!transaction.keys.includes(order.reference)) return 'no-reference';
  return toTreasury.length > 0 ? 'no-reference' : 'wrong-recipient';
}

/**
 * Wallet payments name their order in a memo and in the keys after the transfer's two accounts. A
 * payment that names another order can't be used for this one, neither by amount nor by a pasted
 * signature.
 */
function isForAnotherOrder(
  order: Demand,
  { instructions }: RecordedTransaction,
  toTreasury: readonly SystemTransfer[],
): boolean {
  const memos = instructions.map(readMemo).filter((text) => text !== undefined);
  if (memos.some((text) => ORDER_ID.test(text) && text !== order.id)) return true;
  const named = toTreasury.map(orderNamed).filter((key) => key !== undefined);
  return named.length > 0 && !named.includes(order.reference);
}

/** The finalized transaction; undefined while there is none. */
export async function readFinalized(
  ask: Ask,
  signature: string,
  signal?: AbortSignal,
): Promise<RecordedTransaction | undefined> {
  const response = await ask(
    (connection) =>
      connection.getTransaction(signature, {
        commitment: 'finalized',
        maxSupportedTransactionVersion: 0,
      }),
    signal,
  );
  return response?.meta ? recorded(signature, response, response.meta) : undefined;
}

function recorded(
  signature: string,
  { slot, blockTime, transaction: { message } }: VersionedTransactionResponse,
  meta: NonNullable<VersionedTransactionResponse['meta']>,
): RecordedTransaction {
  const loaded = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const keys = [...message.staticAccountKeys, ...loaded.writable, ...loaded.readonly].map((key) =>
    key.toBase58(),
  );
  const instruction = (
    program: number,
    accounts: readonly number[],
    data: Uint8Array,
  ): ParsedInstruction => ({
    program: keys[program] ?? '',
    accounts: accounts.map((index) => keys[index]),
    data,
  });
  return {
    signature,
    slot,
    blockTime: typeof blockTime === 'number' ? blockTime * 1_000 : null,
    failed: meta.err !== null,
    fee: BigInt(meta.fee),
    keys,
    before: meta.preBalances.map(BigInt),
    after: meta.postBalances.map(BigInt),
    instructions: [
      ...message.compiledInstructions.map((one) =>
        instruction(one.programIdIndex, one.accountKeyIndexes, one.data),
      ),
      ...(meta.innerInstructions ?? []).flatMap(({ instructions }) =>
        instructions.map((one) =>
          instruction(one.programIdIndex, one.accounts, decodeBase58(one.data)),
        ),
      ),
    ],
  };
}

/**
 * Of the answers that nodes agree on, the one with the latest block time. That time decides which
 * prices applied, and a lying node could make it earlier.
 */
export function latest<T>(
  said: readonly [T, ...T[]],
  of: (one: T) => { readonly blockTime: number | null } | undefined,
): T {
  const timeOf = (one: T): number => of(one)?.blockTime ?? 0;
  return said.reduce((best, one) => (timeOf(one) > timeOf(best) ? one : best));
}

/** Verdicts on payments that no node can give alone. */
export function createVerdicts({
  each,
  agree,
  clock,
}: {
  readonly each: readonly Ask[];
  readonly agree: ReturnType<typeof createTwoNodeReader>;
  readonly clock: Clock;
}) {
  const agreeOnFailure = createAgreement(each, clock);

  /**
   * One node's verdict on an order's transaction. Anything that would count must be on the order's
   * chain.
   */
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

  /** The verdict that two nodes agree on: one node alone could invent a payment. */
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
    const verdict = latest(agreed.said, (one) => (one.kind === 'paid' ? one.proof : undefined));
    return agreed.isLone && verdict.kind === 'no-match'
      ? { kind: 'not-yet', doubt: 'network-alone' }
      : verdict;
  }

  async function conclude(order: Order, signature: string, signal?: AbortSignal): Promise<Verdict> {
    const verdict = await judged(order, signature, 'reference', signal);
    if (verdict.kind !== 'no-match' || verdict.why !== 'failed') return verdict;
    // A single node must never be enough to let the user pay again.
    const failed = await agreeOnFailure(`${order.id}:${signature}`, async (node) => {
      const verdict = await saysOf(node, order, signature, 'reference', signal);
      return verdict.kind === 'no-match' && verdict.why === 'failed';
    });
    return failed ? verdict : { kind: 'not-yet' };
  }

  return { judged, conclude };
}
