import type { VersionedTransactionResponse } from '@solana/web3.js';

import { decodeBase58 } from '../../core/base58.ts';
import type { Order } from '../../core/orders/order.ts';
import type { PaymentMatch, Verdict } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { createTwoNodeReader } from './agreed.ts';
import type { Ask } from './connections.ts';
import { createAgreement } from './expiry.ts';
import type { ParsedInstruction } from './message.ts';
import { judge, type RecordedTransaction } from './verify.ts';

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
