import type { Avatar } from '../avatars.ts';
import type { Batch } from '../batches.ts';
import { refundId, returnId, type LedgerEntry } from '../credits.ts';
import type { Mint } from '../mints/mint.ts';
import type { Order } from '../orders/order.ts';
import { isAsSold } from '../orders/receipt.ts';
import { isPaid } from '../orders/selectors.ts';
import { wasSoldAs } from '../price-books.ts';
import type { BackupContents } from './contents.ts';

/**
 * Whether an order goes into a backup: paid orders do, and so do those whose manual transfer is
 * still awaited. An order that a wallet may still be sending stays on this device, or the other
 * device might pay it a second time.
 */
export const isPortable = (order: Order): boolean => isPaid(order) || order.state.kind === 'manual';

/** Leaves out the usage of batches that are still under way: their photo can't be backed up. */
export function portableLedger(
  ledger: readonly LedgerEntry[],
  batches: readonly Batch[],
): LedgerEntry[] {
  const open = new Set(
    batches.filter(({ state }) => state === 'running' || state === 'paused').map(({ id }) => id),
  );
  return ledger.filter(({ cause }) => !open.has(cause));
}

/**
 * The keys of the backup's rows that this device has already, in any library that is open to it.
 */
export interface Here {
  readonly avatars: ReadonlySet<string>;
  /** Uids of the backup's avatars that were returned here for their credit. */
  readonly returned: ReadonlySet<string>;
  readonly orders: ReadonlySet<string>;
  readonly ledger: ReadonlySet<string>;
  readonly mints: ReadonlySet<string>;
  readonly settings: boolean;
  /** Ids of the backup's orders whose payment counts in another library of this device. */
  readonly countedElsewhere: ReadonlySet<string>;
}

export interface Merge {
  /** In the backup's order; their pictures come separately. */
  readonly avatars: readonly Avatar[];
  readonly orders: readonly Order[];
  readonly ledger: readonly LedgerEntry[];
  readonly mints: readonly Mint[];
  readonly settings: BackupContents['settings'];
  /** Purchases left out because they count in another library of this device. */
  readonly elsewhere: number;
  /** Purchases left out because no plan was ever sold that way. */
  readonly refused: number;
}

export interface MergeOptions {
  readonly profileId: string;
  readonly firstAvatarId: number;
  /** The treasury's address, base58. */
  readonly treasury: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Whether an order from a file was really sold that way; an unpaid one is held to today's prices.
 */
const mayCount = (order: Order, treasury: string, now: number): boolean =>
  isPaid(order) ? isAsSold(order, treasury) : order.treasury === treasury && wasSoldAs(order, now);

/**
 * A purchase as it comes out of a file. What the file says of the payment is only a claim: the
 * order waits, like one whose transaction was named by hand, until the chain confirms it.
 */
export function asClaimed(order: Order): Order {
  const { state } = order;
  if (state.kind !== 'finalized') return order;
  const { signature, blockTime } = state.proof;
  return {
    ...order,
    state: { kind: 'manual', since: Math.max(0, blockTime ?? order.updatedAt), signature },
  };
}

/**
 * The usage of batches that balance: no more is used and released than was reserved. Leaves out
 * every batch that this device already has rows of, because it knows that batch itself.
 */
function balanced(usage: readonly LedgerEntry[], here: ReadonlySet<string>): LedgerEntry[] {
  const batches = new Map<string, Map<string, LedgerEntry>>();
  for (const entry of usage) {
    const rows = batches.get(entry.cause) ?? new Map<string, LedgerEntry>();
    batches.set(entry.cause, rows.set(entry.id, entry));
  }
  return [...batches.values()].flatMap((rows) => {
    const entries = [...rows.values()];
    const sum = (kind: LedgerEntry['kind']): number =>
      entries.reduce((total, entry) => total + (entry.kind === kind ? entry.amount : 0), 0);
    const known = entries.some(({ id }) => here.has(id));
    return known || sum('consume') + sum('release') > sum('reserve') ? [] : entries;
  });
}

/**
 * What an import adds to a profile: each row once, by its id; rows that are here already stay
 * unchanged. An import grants nothing: a purchase must be one that was sold, and its credits are
 * granted only when the chain confirms it, never by the file. If a purchase already counts in
 * another library, its usage stays there with it.
 *
 * No file can prove that it is the newest: credits spent after a backup was made reappear on a
 * device that knows nothing of them.
 */
export function mergeBackup(
  contents: BackupContents,
  here: Here,
  { profileId, firstAvatarId, treasury, now }: MergeOptions,
): Merge {
  // A returned avatar stays gone: its credit can't come back twice, nor the avatar for nothing.
  const returns = new Set(
    contents.ledger.flatMap(({ kind, id }) => (kind === 'return' ? [id] : [])),
  );
  const avatars = contents.avatars
    .filter(
      ({ uid }) => !here.avatars.has(uid) && !here.returned.has(uid) && !returns.has(returnId(uid)),
    )
    .map((avatar, at): Avatar => ({ ...avatar, profileId, id: firstAvatarId + at }));
  const numbers = new Map(avatars.map(({ uid, id }) => [uid, id]));
  const offered = contents.orders.filter(isPortable);
  const portable = offered.filter((order) => mayCount(order, treasury, now));
  const left = new Set(
    portable.filter(({ id }) => here.countedElsewhere.has(id)).map(({ id }) => id),
  );
  const orders = portable
    .filter(({ id }) => !here.orders.has(id) && !left.has(id))
    .map((order): Order => ({ ...asClaimed(order), profileId }));
  const paidHere = new Set(portable.filter(({ id }) => !left.has(id)).map(({ id }) => id));
  const refunds = contents.ledger.filter(
    ({ kind, cause, id }) =>
      kind === 'refund' && paidHere.has(cause) && id === refundId(cause) && !here.ledger.has(id),
  );
  const usage = contents.ledger.filter(
    ({ kind }) => kind !== 'refund' && kind !== 'grant' && left.size === 0,
  );
  return {
    avatars,
    orders,
    ledger: [
      ...new Map(refunds.map((entry) => [entry.id, entry])).values(),
      ...balanced(usage, here.ledger),
    ].map((entry) => ({ ...entry, profileId })),
    mints: contents.mints.flatMap((mint): Mint[] => {
      if (here.mints.has(mint.id)) return [];
      return [{ ...mint, profileId, avatarId: numbers.get(mint.avatarUid) ?? mint.avatarId }];
    }),
    settings: here.settings ? undefined : contents.settings,
    elsewhere: left.size,
    refused: offered.length - portable.length,
  };
}
