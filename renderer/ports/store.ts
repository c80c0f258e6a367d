import type { RowProblem } from '../core/rows/read-row.ts';
import type { Rows, Table } from '../core/rows/rows.ts';
import type { Scope } from '../core/scope.ts';
import type { WorkOptions } from './work-options.ts';

export type { ProfileSettings, Rows, Table } from '../core/rows/rows.ts';
export type { Picture } from '../core/avatars.ts';

/** A row that can't be read: it stays where it is, and everything else goes on without it. */
export interface UnreadRow {
  readonly table: Table;
  readonly profileId: string;
  readonly problem: RowProblem;
  /** Which of its fields, never what they hold. */
  readonly where: string;
}

export type Write = {
  [T in Table]:
    { readonly table: T; readonly put: Rows[T] } | { readonly table: T; readonly remove: string };
}[Table];

/**
 * Rows survive reloads and crashes. Each passes the seal/open codec of its profile. A key is
 * unique within a table: `uid` for avatars and pictures, `id` elsewhere.
 *
 * Each is checked when it is read. One that can't be is as good as absent, and told of by
 * `watchUnread`; where another is written in its place, it is kept aside.
 */
export interface Store {
  get<T extends Table>(table: T, key: string): Promise<Rows[T] | undefined>;
  /** All rows of a profile on a chain, by creation. */
  list<T extends Table>(table: T, scope: Scope): Promise<Rows[T][]>;
  /** Rows whatever their profile: what a start has to resume. */
  listAll<T extends Table>(table: T, genesis: string): Promise<Rows[T][]>;
  /** All of it or none of it. @throws LikenessError 'storage-full' | 'storage-unavailable' */
  write(writes: readonly Write[]): Promise<void>;
  /**
   * Read, modify, write, atomically: `change` sees the stored row and gives what to write. It is
   * called again if the row was changed meanwhile, so it must have no effects of its own. Put back
   * under another profile, the row moves there.
   */
  update<T extends Table>(
    table: T,
    key: string,
    change: (row: Rows[T] | undefined) => readonly Write[],
  ): Promise<void>;
  /**
   * Moves a profile's avatars, orders, credits, batches and mints on a chain into another profile.
   * What counts moves at once; done again, it goes on where it was cut short or cancelled.
   */
  move(from: Scope, profileId: string, options?: WorkOptions): Promise<void>;
  /** Calls back after any commit that touched one of the tables, this tab's or another's. */
  watch(tables: readonly Table[], listener: () => void): () => void;
  /** Calls back with the rows that this page came upon and can't read, now if there are any, and at each change. */
  watchUnread(listener: (unread: readonly UnreadRow[]) => void): () => void;
  /** Those of some profiles as a JSON file, with all that stands in them, and those whose place was taken. */
  copyUnread(profileIds: readonly string[]): Promise<Blob>;
  /** How many rows each table holds, of every profile and chain, locked ones too. */
  counts(): Promise<Readonly<Record<Table, number>>>;
  /** Deletes the whole database: every profile, every key. Other tabs lose theirs too. */
  erase(): Promise<void>;
  /** Next free number for /avatar/{id}, counted up for good. */
  nextAvatarIds(count: number): Promise<number>;
  /** The sealed photo of a draft, under a key of its own. */
  readonly draftPhotos: {
    /** `profileId`: an account that it is sealed for as well. */
    put(draftId: string, photo: Blob, profileId?: string): Promise<void>;
    /** Undefined as well while its account is locked. */
    get(draftId: string): Promise<Blob | undefined>;
    /** Destroys the key and the sealed bytes. */
    remove(draftId: string): Promise<void>;
    /** The same, for every draft of an account whose photo is of before `time`, locked ones included. */
    sweep(time: number): Promise<void>;
  };
  /**
   * Payments that count, device-wide and readable while accounts are locked: SHA-256 of genesis
   * and signature -> order id. Claiming is atomic and gives the order that holds it. `writes` are
   * made in the same transaction, and only if that order is `orderId`. An order of a locked account
   * holds its payment under a name that isn't an order's id.
   */
  claimPayment(
    genesis: string,
    signature: string,
    orderId: string,
    writes?: readonly Write[],
  ): Promise<string>;
  paymentHolder(genesis: string, signature: string): Promise<string | undefined>;
}
