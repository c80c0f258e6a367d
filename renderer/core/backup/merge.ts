import type { Avatar } from '../avatars.ts';
import type { Batch } from '../batches.ts';
import { refundId, type LedgerEntry } from '../credits.ts';
import type { Mint } from '../mints/mint.ts';
import type { Order } from '../orders/order.ts';
import { isAsSold } from '../orders/receipt.ts';
import { isPaid } from '../orders/selectors.ts';
import { wasSoldAs } from '../price-books.ts';
import type { BackupContents } from './contents.ts';

/**
 * What goes into a backup: paid orders, and those whose transfer is still waited for. One that a
 * wallet may yet be sending stays where it is, or the other device might pay it a second time.
 */
export const isPortable = (order: Order): boolean => isPaid(order) || order.state.kind === 'manual';

/** The usage of a batch that is still under way stays with it: the photo can't come along. */
export function portableLedger(
  ledger: readonly LedgerEntry[],
  batches: readonly Batch[],
): LedgerEntry[] {
  const open = new Set(
    batches.filter(({ state }) => state === 'running' || state === 'paused').map(({ id }) => id),
  );
  return ledger.filter(({ cause }) => !open.has(cause));
}

/** What this device has of a backup's rows, by their keys, in any library that can be looked into. */
export interface Here {
  readonly avatars: ReadonlySet<string>;
  readonly orders: ReadonlySet<string>;
  readonly ledger: ReadonlySet<string>;
  readonly mints: ReadonlySet<string>;
  readonly settings: boolean;
  /** Ids of the backup's orders whose payment counts in another library of this device. */
  readonly countedElsewhere: ReadonlySet<string>;
}

export interface Merge {
  /** In the backup's order; pictures come beside them. */
  readonly avatars: readonly Avatar[];
  readonly orders: readonly Order[];
  readonly ledger: readonly LedgerEntry[];
  readonly mints: readonly Mint[];
  readonly settings: BackupContents['settings'];
  /** Purchases left out because they count in another library of this device. */
  readonly elsewhere: number;
  /** Purchases left out because nothing was ever sold like that. */
  readonly refused: number;
}

export interface MergeOptions {
  readonly profileId: string;
  readonly firstAvatarId: number;
  /** Where payments go, base58. */
  readonly treasury: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Whether an order from a file was sold like that; one that isn't paid yet is held to today's prices. */
const mayCount = (order: Order, treasury: string, now: number): boolean =>
  isPaid(order) ? isAsSold(order, treasury) : order.treasury === treasury && wasSoldAs(order, now);

/**
 * A purchase as it comes out of a file: what that says of the payment is a claim. It waits as one
 * whose transaction was named by hand, until the chain confirms it like any other.
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
 * The usage of batches that balance: no more is used and released than was reserved. A batch of
 * which this device has rows is left out: it knows that batch itself.
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
 * What an import adds to a profile: each row once, by its id; what is here stays as it is. It grants
 * nothing: a purchase has to be one that was sold, and waits for the chain's word; its credits are
 * granted with that, never by the file. Where a purchase counts in another library already, the
 * usage stays there with it.
 *
 * What no file can show is that it is the newest: credits that were spent after a backup was made
 * are there again on a device that knows nothing of it.
 */
export function mergeBackup(
  contents: BackupContents,
  here: Here,
  { profileId, firstAvatarId, treasury, now }: MergeOptions,
): Merge {
  const avatars = contents.avatars
    .filter(({ uid }) => !here.avatars.has(uid))
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
