import type { ConfirmedSignatureInfo } from '@solana/web3.js';

import { ORDER_ID } from '../../core/orders/create-order.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import type { IsUsed, OtherTransfer, PaymentMatch, Verdict } from '../../ports/chain.ts';
import type { Ask } from './connections.ts';
import { listSome } from './recorded.ts';

type Verify = (
  order: Order,
  signature: string,
  match: PaymentMatch,
  signal?: AbortSignal,
) => Promise<Verdict>;

/** Nodes list memos as '[20] LK-…', several separated by '; '. */
const ORDER_IN_MEMO = new RegExp(`\\] ${ORDER_ID.source.slice(1, -1)}(;|$)`);

/** Progress of earlier polls, so that each poll asks for new transactions only. */
export interface Seen {
  /** Every transaction up to this one was judged, and none pays. */
  until?: string | undefined;
  /** Newer transactions that were listed but not judged yet, newest first. */
  listed?: ConfirmedSignatureInfo[];
  /** Whether the list reaches down to `until`. */
  isWhole?: boolean;
}

/** Limits of one poll, however much dust strangers send: pages listed and transactions read. */
const MAX_PAGES_PER_SCAN = 3;
const MAX_READS_PER_SCAN = 30;

/**
 * The oldest payment among the finalized transactions that name `address` and are newer than
 * `seen`. Skips dust that strangers sent under the same key. `seen` advances only past transactions
 * that were judged and don't pay. What exceeds the limits is left to the next poll.
 */
export async function findPayment(
  ask: Ask,
  verify: Verify,
  order: Order,
  {
    address,
    match,
    isUsed,
    seen,
    onOther,
    onSeen,
    signal,
  }: {
    readonly address: string;
    readonly match: PaymentMatch;
    readonly isUsed: IsUsed;
    readonly seen: Seen;
    readonly onOther?: ((transfer: OtherTransfer) => void) | undefined;
    readonly onSeen?: ((signature: string) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<PaymentProof | undefined> {
  const listed = (seen.listed ??= []);
  if (!seen.isWhole) {
    const more = await listSome(ask, address, {
      until: seen.until,
      before: listed.at(-1)?.signature,
      afterSlot: order.sinceSlot,
      pages: MAX_PAGES_PER_SCAN,
      signal,
    });
    listed.push(...more.found);
    seen.isWhole = more.isWhole;
    if (!more.isWhole) return undefined;
  }
  let reads = 0;
  for (let next = listed.at(-1); next; next = listed.at(-1)) {
    const { signature, err, memo } = next;
    // A transaction whose memo names another order can't pay this one, whatever its amount, so it
    // isn't read.
    const isNamed =
      match === 'amount' && memo !== null && ORDER_IN_MEMO.test(memo) && !memo.includes(order.id);
    if (err === null && !isNamed && !(await isUsed(signature))) {
      if ((reads += 1) > MAX_READS_PER_SCAN) return undefined;
      const verdict = await verify(order, signature, match, signal);
      // List again next time: an RPC may lag behind, or may have listed a transaction that doesn't
      // exist.
      if (verdict.kind !== 'no-match') {
        seen.listed = [];
        seen.isWhole = false;
        return verdict.kind === 'paid' ? verdict.proof : undefined;
      }
      const { why, lamports } = verdict;
      onOther?.({ signature, why, ...(lamports !== undefined && { lamports }) });
    }
    listed.pop();
    seen.until = signature;
    onSeen?.(signature);
  }
  seen.isWhole = false;
  return undefined;
}
