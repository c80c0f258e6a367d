import { ORDER_ID } from '../../core/orders/create-order.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import type { IsUsed, OtherTransfer, PaymentMatch, Verdict } from '../../ports/chain.ts';
import type { Ask } from './connections.ts';
import { listSignatures } from './recorded.ts';

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
  until?: string;
}

/**
 * The oldest payment among all finalized transactions that name `address` and are newer than what
 * was `seen`. Dust that strangers sent under the same key is passed over. `seen` moves on only when
 * every transaction up to there was judged and none pays.
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
    signal,
  }: {
    readonly address: string;
    readonly match: PaymentMatch;
    readonly isUsed: IsUsed;
    readonly seen: Seen;
    readonly onOther?: ((transfer: OtherTransfer) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<PaymentProof | undefined> {
  const newest = await listSignatures(ask, address, {
    until: seen.until,
    afterSlot: order.sinceSlot,
    signal,
  });
  for (const { signature, err, memo } of newest.toReversed()) {
    // One that names another order isn't this one's, whatever its amount: it needn't be read.
    const isNamed =
      match === 'amount' && memo !== null && ORDER_IN_MEMO.test(memo) && !memo.includes(order.id);
    if (err === null && !isNamed && !(await isUsed(signature))) {
      const verdict = await verify(order, signature, match, signal);
      if (verdict.kind === 'paid') return verdict.proof;
      // Listed as finalized and yet not readable: an RPC that lags. It is looked at again.
      if (verdict.kind === 'not-yet') return undefined;
      const { why, lamports } = verdict;
      onOther?.({ signature, why, ...(lamports !== undefined && { lamports }) });
    }
    seen.until = signature;
  }
  return undefined;
}
