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

/** As nodes list memos: '[20] LK-…', several separated by '; '. */
const ORDER_IN_MEMO = new RegExp(`\\] ${ORDER_ID.source.slice(1, -1)}(;|$)`);

/** What was looked at before, so that each look asks for new transactions only. */
export interface Seen {
  /** Up to this one every transaction was judged, and none pays. */
  until?: string | undefined;
  /** Newer ones that were listed and not judged yet, newest first. */
  listed?: ConfirmedSignatureInfo[];
  /** Whether the list reaches down to `until`. */
  isWhole?: boolean;
}

/** What one look may cost, however much dust strangers send: pages of the list, and transactions read. */
const PAGES_A_LOOK = 3;
const READS_A_LOOK = 30;

/**
 * The oldest payment among all finalized transactions that name `address` and are newer than what
 * was `seen`. Dust that strangers sent under the same key is passed over. `seen` moves on only past
 * transactions that were judged and don't pay; what is too much for one look is left to the next.
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
      pages: PAGES_A_LOOK,
      signal,
    });
    listed.push(...more.found);
    seen.isWhole = more.isWhole;
    if (!more.isWhole) return undefined;
  }
  let reads = 0;
  for (let next = listed.at(-1); next; next = listed.at(-1)) {
    const { signature, err, memo } = next;
    // One that names another order isn't this one's, whatever its amount: it needn't be read.
    const isNamed =
      match === 'amount' && memo !== null && ORDER_IN_MEMO.test(memo) && !memo.includes(order.id);
    if (err === null && !isNamed && !(await isUsed(signature))) {
      if ((reads += 1) > READS_A_LOOK) return undefined;
      const verdict = await verify(order, signature, match, signal);
      // It is listed anew next time: an RPC may lag behind, or have listed what isn't there.
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
