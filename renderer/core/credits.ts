import type { Scope } from './scope.ts';

/**
 * The append-only usage ledger. `grant` rows come from finalized orders only; `reserve` when a
 * batch starts, then each unit ends as `consume` (a picture was stored) or `release`.
 * Ids are derived from their cause, so writing one twice changes nothing.
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

/** Sums a ledger. Duplicate ids count once; a batch releases at most what it reserved and didn't use. */
export function sumCredits(entries: Iterable<LedgerEntry>): Credits {
  const seen = new Set<string>();
  const total = { grant: 0, consume: 0, refund: 0 };
  const left = new Map<string, number>();
  for (const { id, kind, amount, cause } of entries) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (kind === 'grant' || kind === 'refund' || kind === 'consume') total[kind] += amount;
    if (kind === 'reserve') left.set(cause, (left.get(cause) ?? 0) + amount);
    if (kind === 'consume' || kind === 'release') left.set(cause, (left.get(cause) ?? 0) - amount);
  }
  const reserved = [...left.values()].reduce((sum, amount) => sum + Math.max(0, amount), 0);
  return {
    granted: total.grant,
    reserved,
    spent: total.consume,
    available: Math.max(0, total.grant - total.refund - reserved - total.consume),
  };
}

export const grantId = (orderId: string): string => `grant:${orderId}`;
export const refundId = (orderId: string): string => `refund:${orderId}`;
export const reserveId = (batchId: string): string => `reserve:${batchId}`;
export const consumeId = (avatarUid: string): string => `consume:${avatarUid}`;
export const releaseId = (avatarUid: string): string => `release:${avatarUid}`;
