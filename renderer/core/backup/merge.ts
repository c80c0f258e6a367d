import type { Avatar } from '../avatars.ts';
import type { Batch } from '../batches.ts';
import type { LedgerEntry } from '../credits.ts';
import type { Mint } from '../mints/mint.ts';
import type { Order } from '../orders/order.ts';
import { grantOf, isPaid } from '../orders/selectors.ts';
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
}

/**
 * What an import adds to a profile: each row once, by its id; what is here stays as it is. Credits
 * come from paid orders alone, never from the file's own grants. Where a purchase counts in another
 * library already, the usage stays there with it.
 */
export function mergeBackup(
  contents: BackupContents,
  here: Here,
  profileId: string,
  firstAvatarId: number,
): Merge {
  const avatars = contents.avatars
    .filter(({ uid }) => !here.avatars.has(uid))
    .map((avatar, at): Avatar => ({ ...avatar, profileId, id: firstAvatarId + at }));
  const numbers = new Map(avatars.map(({ uid, id }) => [uid, id]));
  const portable = contents.orders.filter(isPortable);
  const left = new Set(
    portable.filter(({ id }) => here.countedElsewhere.has(id)).map(({ id }) => id),
  );
  const orders = portable
    .filter(({ id }) => !here.orders.has(id) && !left.has(id))
    .map((order): Order => ({ ...order, profileId }));
  const grants = orders.filter(isPaid).map((order) => grantOf(order, order.updatedAt));
  const paidHere = new Set(portable.filter(({ id }) => !left.has(id)).map(({ id }) => id));
  const usage = contents.ledger.filter(({ kind, cause }) =>
    kind === 'refund' ? paidHere.has(cause) : kind !== 'grant' && left.size === 0,
  );
  return {
    avatars,
    orders,
    ledger: [...grants, ...usage]
      .filter(({ id }) => !here.ledger.has(id))
      .map((entry) => ({ ...entry, profileId })),
    mints: contents.mints.flatMap((mint): Mint[] => {
      if (here.mints.has(mint.id)) return [];
      return [{ ...mint, profileId, avatarId: numbers.get(mint.avatarUid) ?? mint.avatarId }];
    }),
    settings: here.settings ? undefined : contents.settings,
    elsewhere: left.size,
  };
}
