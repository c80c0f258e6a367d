import type { Avatar } from '../avatars.ts';
import { isOpen, type Batch } from '../batches.ts';
import {
  refundId,
  returnId,
  RETURNS_PER_SET,
  returnsLeft,
  usedBy,
  type LedgerEntry,
} from '../credits.ts';
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
  const open = new Set(batches.filter(isOpen).map(({ id }) => id));
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
  /** Batches of this device that the backup's usage names. */
  readonly batches: ReadonlySet<string>;
  readonly mints: ReadonlySet<string>;
  readonly settings: 'none' | 'without-brand' | 'whole';
  /** Ids of the backup's orders whose payment counts in another library of this device. */
  readonly countedElsewhere: ReadonlySet<string>;
}

export interface Merge {
  /** In the backup's order; their pictures come separately. */
  readonly avatars: readonly Avatar[];
  readonly orders: readonly Order[];
  readonly ledger: readonly LedgerEntry[];
  readonly mints: readonly Mint[];
  /** Only what the profile's own settings lack is taken from them: everything, or the brand kit. */
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
  /** Names this restore in the rows that it brings. */
  readonly restore: string;
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
 * The usage that a file's purchases cover, batch by batch. Leaves out every batch that this device
 * already has rows of, because it knows that batch itself, and returns of avatars that the file
 * didn't pay for.
 */
function covered(
  usage: readonly LedgerEntry[],
  orders: readonly Order[],
  { ledger, batches }: Here,
): LedgerEntry[] {
  const batchesOf = new Map<string, Map<string, LedgerEntry>>();
  for (const entry of usage) {
    const rows = batchesOf.get(entry.cause) ?? new Map<string, LedgerEntry>();
    batchesOf.set(entry.cause, rows.set(entry.id, entry));
  }
  let left = orders.reduce((sum, { credits }) => sum + credits, 0);
  return [...batchesOf].flatMap(([batch, rows]) => {
    const entries = [...rows.values()];
    // Returned credits were free to be used again.
    const used = entries.reduce(
      (total, { kind, amount }) => total + (kind === 'consume' ? amount : 0),
      returnsLeft(entries, batch) - RETURNS_PER_SET,
    );
    const isKnown = batches.has(batch) || entries.some(({ id }) => ledger.has(id));
    if (orders.length === 0 || isKnown || used > left) return [];
    left -= used;
    return entries.filter(({ kind, id }) => kind !== 'return' || rows.has(usedBy(id)));
  });
}

/**
 * What an import adds to a profile: each row once, by its id; rows that are here already stay
 * unchanged. An import grants nothing: a purchase must be one that was sold, and its credits are
 * granted only when the chain confirms it, never by the file. If a purchase already counts in
 * another library, its usage stays there with it. Nor does an import take anything: usage and
 * refunds count only against the purchases that came with them (`sumCredits`).
 *
 * No file can prove that it is the newest: credits spent after a backup was made reappear on a
 * device that knows nothing of them.
 */
export function mergeBackup(
  contents: BackupContents,
  here: Here,
  { profileId, firstAvatarId, treasury, now, restore }: MergeOptions,
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
  const counted = portable.filter(({ id }) => !left.has(id));
  const orders = counted
    .filter(({ id }) => !here.orders.has(id))
    .map((order): Order => ({ ...asClaimed(order), profileId, restore }));
  const brought = new Set(orders.map(({ id }) => id));
  const refunds = contents.ledger.filter(
    ({ kind, cause, id }) =>
      kind === 'refund' && brought.has(cause) && id === refundId(cause) && !here.ledger.has(id),
  );
  const usage = contents.ledger.filter(
    ({ kind }) => kind !== 'refund' && kind !== 'grant' && left.size === 0,
  );
  return {
    avatars,
    orders,
    ledger: [
      ...new Map(refunds.map((entry) => [entry.id, entry])).values(),
      ...covered(usage, counted, here),
    ].map((entry) => ({ ...entry, profileId, restore })),
    mints: contents.mints.flatMap((mint): Mint[] => {
      if (here.mints.has(mint.id)) return [];
      return [{ ...mint, profileId, avatarId: numbers.get(mint.avatarUid) ?? mint.avatarId }];
    }),
    settings:
      here.settings === 'none' || (here.settings === 'without-brand' && contents.settings?.brand)
        ? contents.settings
        : undefined,
    elsewhere: left.size,
    refused: offered.length - portable.length,
  };
}
