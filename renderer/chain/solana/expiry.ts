import type { Order } from '../../core/orders/order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ask } from './connections.ts';
import { listSignatures, readFinalized } from './recorded.ts';
import { judge } from './verify.ts';

/** With one RPC only, how long after the first look the second may count. */
const SECOND_LOOK_MS = 60_000;

export interface Attempt {
  readonly order: Order;
  /** Absent where the wallet was to send by itself. */
  readonly signature: string | undefined;
  readonly lastValidBlockHeight: number;
}

/** What has to be known to say that a transaction can never land. */
export interface Question {
  /** Tells the attempts apart. */
  readonly key: string;
  readonly genesis: string;
  /** Absent where the wallet was to send by itself. */
  readonly signature: string | undefined;
  readonly lastValidBlockHeight: number;
  /** Whether what it was to do was done, or may turn out to be, by any transaction. */
  readonly isDone: (ask: Ask, signal?: AbortSignal) => Promise<boolean>;
}

/**
 * Believes what two nodes say, or the only one twice, a minute apart. Remembers first looks by
 * `key`, so keep one. Errors of an RPC are thrown: silence proves nothing.
 */
export function createAgreement(nodes: readonly Ask[], clock: Clock) {
  const firstLook = new Map<string, number>();

  return async (key: string, says: (ask: Ask) => Promise<boolean>): Promise<boolean> => {
    const [first, second] = nodes;
    if (first === undefined) return false;
    if (!(await says(first))) {
      firstLook.delete(key);
      return false;
    }
    if (second !== undefined) return says(second);
    const looked = firstLook.get(key) ?? clock.now();
    firstLook.set(key, looked);
    return clock.now() - looked >= SECOND_LOOK_MS;
  };
}

/** Proves that an attempt can never land: paying again is then safe. Keep one prover. */
export function createProver(nodes: readonly Ask[], clock: Clock) {
  const agree = createAgreement(nodes, clock);
  return (question: Question, signal?: AbortSignal): Promise<boolean> =>
    agree(question.key, (ask) => looksExpired(ask, question, signal));
}

/** The proof for an order's payment. */
export function createExpiryProver(nodes: readonly Ask[], clock: Clock) {
  const prove = createProver(nodes, clock);
  return (
    { order, signature, lastValidBlockHeight }: Attempt,
    signal?: AbortSignal,
  ): Promise<boolean> =>
    prove(
      {
        key: `${order.id}:${signature ?? ''}:${String(lastValidBlockHeight)}`,
        genesis: order.genesis,
        signature,
        lastValidBlockHeight,
        isDone: (ask, aborted) => isSomethingUnder(ask, order, aborted),
      },
      signal,
    );
}

/** One node's word. The height comes first: what is unknown after it was passed stays unknown. */
async function looksExpired(
  ask: Ask,
  { genesis: expected, signature, lastValidBlockHeight, isDone }: Question,
  signal?: AbortSignal,
): Promise<boolean> {
  const genesis = await ask((connection) => connection.getGenesisHash(), signal);
  if (genesis !== expected) return false;
  const height = await ask((connection) => connection.getBlockHeight('finalized'), signal);
  if (height <= lastValidBlockHeight) return false;
  if (signature !== undefined) {
    const { value } = await ask(
      (connection) =>
        connection.getSignatureStatuses([signature], { searchTransactionHistory: true }),
      signal,
    );
    if (value.length !== 1 || value[0] !== null) return false;
  }
  return !(await isDone(ask, signal));
}

/** Whether anything under the reference is, or may turn out to be, a payment. Dust isn't. */
async function isSomethingUnder(ask: Ask, order: Order, signal?: AbortSignal): Promise<boolean> {
  const listed = await listSignatures(ask, order.reference, { commitment: 'confirmed', signal });
  for (const { signature, err } of listed) {
    if (err !== null) continue;
    const transaction = await readFinalized(ask, signature, signal);
    if (!transaction || judge(order, transaction, 'reference').kind === 'paid') return true;
  }
  return false;
}
