import { lamports } from '../../core/money.ts';
import { ORDER_ID } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import type { MismatchReason, PaymentMatch, Verdict } from '../../ports/chain.ts';
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
