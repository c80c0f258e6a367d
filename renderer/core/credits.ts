import type { Order } from './orders/order.ts';
import { priceBook } from './price-books.ts';
import type { Scope } from './scope.ts';

/**
 * The append-only usage ledger: `reserve` when a batch starts, then each unit ends as `consume` (a
 * picture was stored) or `release`; `refund` takes back what was left of a refunded order. Ids are
 * derived from their cause, so writing one twice changes nothing. Rows of the kind `grant` were
 * written by earlier versions and give nothing: credits come from paid orders.
 */
export interface LedgerEntry extends Scope {
  readonly id: string;
  readonly kind: 'grant' | 'reserve' | 'consume' | 'release' | 'refund';
  readonly amount: number;
  /** Order id of a grant or refund, batch id of the others. */
  readonly cause: string;
  readonly at: number;
}

export interface Credits {
  /** What can be spent now. */
  readonly available: number;
  readonly reserved: number;
  readonly spent: number;
  readonly granted: number;
}

/** What of an order grants credits. */
export type GrantingOrder = Pick<
  Order,
  'id' | 'plan' | 'priceBook' | 'price' | 'credits' | 'state'
>;

/** What an order grants: once it is paid, what its price book promised for that price, and never more. */
function grantedBy({ plan, priceBook: version, price, credits, state }: GrantingOrder): number {
  if (state.kind !== 'finalized' || state.proof.lamports < price) return 0;
  const booked = priceBook(version)?.plans[plan];
  return booked?.price === price ? Math.min(credits, booked.credits) : 0;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

/**
 * A profile's credits: what its paid orders grant, less what its ledger says was used. An order, a
 * payment and a ledger row count once. A batch releases at most what it reserved and didn't use;
 * a refund takes at most what its order granted.
 */
export function sumCredits(
  orders: Iterable<GrantingOrder>,
  entries: Iterable<LedgerEntry>,
): Credits {
  const paid = new Map<string, number>();
  const payments = new Set<string>();
  const refunded = new Set<string>();
  for (const order of orders) {
    const { id, state } = order;
    if (state.kind !== 'finalized' || paid.has(id) || payments.has(state.proof.signature)) continue;
    payments.add(state.proof.signature);
    paid.set(id, grantedBy(order));
    if (state.refund) refunded.add(id);
  }
  const seen = new Set<string>();
  const left = new Map<string, number>();
  const takenBack = new Map<string, number>();
  let spent = 0;
  for (const { id, kind, amount, cause } of entries) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (kind === 'refund') takenBack.set(cause, amount);
    if (kind === 'consume') spent += amount;
    if (kind === 'reserve') left.set(cause, (left.get(cause) ?? 0) + amount);
    if (kind === 'consume' || kind === 'release') left.set(cause, (left.get(cause) ?? 0) - amount);
  }
  const granted = sum(paid.values());
  const back = sum(
    [...paid].map(([id, grant]) =>
      Math.min(grant, takenBack.get(id) ?? (refunded.has(id) ? grant : 0)),
    ),
  );
  const reserved = sum([...left.values()].map((amount) => Math.max(0, amount)));
  return { granted, reserved, spent, available: Math.max(0, granted - back - reserved - spent) };
}

export const refundId = (orderId: string): string => `refund:${orderId}`;
export const reserveId = (batchId: string): string => `reserve:${batchId}`;
export const consumeId = (avatarUid: string): string => `consume:${avatarUid}`;
export const releaseId = (avatarUid: string): string => `release:${avatarUid}`;
