import type { Order } from './orders/order.ts';
import { priceBook } from './price-books.ts';
import type { LedgerEntry } from './rows/rows.ts';
import type { Scope } from './scope.ts';

export type { LedgerEntry };

/** A row of the ledger, of one credit if nothing else is said. */
export const ledgerRow = (
  { profileId, genesis }: Scope,
  kind: LedgerEntry['kind'],
  id: string,
  cause: string,
  at: number,
  amount = 1,
): LedgerEntry => ({ profileId, genesis, id, kind, amount, cause, at });

export interface Credits {
  /** What can be spent now. */
  readonly available: number;
  readonly reserved: number;
  readonly spent: number;
  readonly granted: number;
}

/** The part of an order that grants credits. */
export type GrantingOrder = Pick<
  Order,
  'id' | 'plan' | 'priceBook' | 'price' | 'credits' | 'state' | 'restore'
>;

/** What an order grants: nothing until it is paid, then at most what its price book promised. */
function grantedBy({ plan, priceBook: version, price, credits, state }: GrantingOrder): number {
  if (state.kind !== 'finalized' || state.proof.lamports < price) return 0;
  const booked = priceBook(version)?.plans[plan];
  return booked?.price === price ? Math.min(credits, booked.credits) : 0;
}

/** How many avatars of a set can be returned for their credit. */
export const RETURNS_PER_SET = 3;

/**
 * Uids of returned avatars, by batch. Each counts once, and only if it had used one of its credits.
 */
function returnedBy(entries: readonly LedgerEntry[]): Map<string, Set<string>> {
  const used = new Map<string, string>();
  for (const { kind, id, cause } of entries) if (kind === 'consume') used.set(id, cause);
  const returned = new Map<string, Set<string>>();
  for (const { kind, id, cause } of entries) {
    if (kind !== 'return' || !id.startsWith(RETURN)) continue;
    const uid = id.slice(RETURN.length);
    if (used.get(consumeId(uid)) !== cause) continue;
    returned.set(cause, (returned.get(cause) ?? new Set()).add(uid));
  }
  return returned;
}

/** How many more avatars of a batch may be returned. */
export const returnsLeft = (entries: readonly LedgerEntry[], batchId: string): number =>
  Math.max(0, RETURNS_PER_SET - (returnedBy(entries).get(batchId)?.size ?? 0));

export interface PaidOrder<T extends GrantingOrder = GrantingOrder> {
  readonly order: T;
  readonly granted: number;
  readonly refunded: boolean;
}

/** The orders whose payment was verified; each order and each payment counts once. */
export function paidOrders<T extends GrantingOrder>(orders: Iterable<T>): PaidOrder<T>[] {
  const found = new Map<string, PaidOrder<T>>();
  const payments = new Set<string>();
  for (const order of orders) {
    const { id, state } = order;
    if (state.kind !== 'finalized' || found.has(id) || payments.has(state.proof.signature))
      continue;
    payments.add(state.proof.signature);
    found.set(id, { order, granted: grantedBy(order), refunded: state.refund !== undefined });
  }
  return [...found.values()];
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

/** What one restore brought, or what was written on this device. */
interface Part<T extends GrantingOrder> {
  readonly restored: boolean;
  readonly paid: readonly PaidOrder<T>[];
  readonly entries: readonly LedgerEntry[];
}

/**
 * Purchases and usage, apart by the restore that brought them. A return that was made
 * here belongs to the part in which its avatar was paid for, and a refund to its order's.
 */
export function partsOf<T extends GrantingOrder>(
  orders: Iterable<T>,
  ledger: Iterable<LedgerEntry>,
): Part<T>[] {
  const entries = [...ledger];
  const paid = paidOrders(orders);
  const restoreOf = new Map([
    ...paid.map(({ order }) => [order.id, order.restore] as const),
    ...entries.map(({ id, restore }) => [id, restore] as const),
  ]);
  const homeOf = ({ kind, id, cause, restore }: LedgerEntry): string | undefined => {
    if (restore !== undefined) return restore;
    if (kind === 'refund') return restoreOf.get(cause);
    return kind === 'return' ? restoreOf.get(usedBy(id)) : undefined;
  };
  const homes = new Set(restoreOf.values());
  return [...homes].map((home) => ({
    restored: home !== undefined,
    paid: paid.filter(({ order }) => order.restore === home),
    entries: entries.filter((entry) => homeOf(entry) === home),
  }));
}

function sumPart({ restored, paid, entries }: Part<GrantingOrder>): Credits {
  const left = new Map<string, number>();
  const takenBack = new Map<string, number>();
  const seen = new Set<string>();
  let spent = 0;
  for (const { id, kind, amount, cause } of entries) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (kind === 'refund') takenBack.set(cause, amount);
    if (kind === 'consume') spent += amount;
    // A batch that a restore brought is over: nothing stays reserved for it.
    if (restored) continue;
    if (kind === 'reserve') left.set(cause, (left.get(cause) ?? 0) + amount);
    if (kind === 'consume' || kind === 'release') left.set(cause, (left.get(cause) ?? 0) - amount);
  }
  for (const avatars of returnedBy(entries).values())
    spent -= Math.min(RETURNS_PER_SET, avatars.size);
  spent = Math.max(0, spent);
  const granted = sum(paid.map((one) => one.granted));
  const back = sum(
    paid.map(({ order, granted, refunded }) =>
      Math.min(granted, takenBack.get(order.id) ?? (refunded ? granted : 0)),
    ),
  );
  const reserved = sum([...left.values()].map((amount) => Math.max(0, amount)));
  const rest = granted - back - reserved - spent;
  return { granted, reserved, spent, available: restored ? Math.max(0, rest) : rest };
}

/**
 * A profile's credits: what its paid orders grant, less the usage in its ledger. Each order,
 * payment and ledger row counts once. A batch releases at most what it reserved and didn't use, and
 * returns at most RETURNS_PER_SET of what it used. A refund takes back at most what its order
 * granted. Usage that a restore brought counts only against the purchases of that restore, so no
 * file lowers what is available here.
 */
export function sumCredits(
  orders: Iterable<GrantingOrder>,
  ledger: Iterable<LedgerEntry>,
): Credits {
  const parts = partsOf(orders, ledger).map(sumPart);
  return {
    granted: sum(parts.map(({ granted }) => granted)),
    reserved: sum(parts.map(({ reserved }) => reserved)),
    spent: sum(parts.map(({ spent }) => spent)),
    available: Math.max(0, sum(parts.map(({ available }) => available))),
  };
}

export const refundId = (orderId: string): string => `refund:${orderId}`;
export const reserveId = (batchId: string): string => `reserve:${batchId}`;
export const consumeId = (avatarUid: string): string => `consume:${avatarUid}`;
const RETURN = 'return:';
export const returnId = (avatarUid: string): string => `${RETURN}${avatarUid}`;
/** The row of the use that a return takes back. */
export const usedBy = (returned: string): string => consumeId(returned.slice(RETURN.length));
export const releaseId = (avatarUid: string): string => `release:${avatarUid}`;
