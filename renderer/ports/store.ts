import type { RowProblem } from '../core/rows/read-row.ts';
import type { Rows, Table } from '../core/rows/rows.ts';
import type { Scope } from '../core/scope.ts';
import type { WorkOptions } from './work-options.ts';

export type { ProfileSettings, Rows, Table } from '../core/rows/rows.ts';
export type { Picture } from '../core/avatars.ts';

/** A row that can't be read. It stays where it is, and everything else works without it. */
export interface UnreadRow {
  readonly table: Table;
  readonly profileId: string;
  readonly problem: RowProblem;
  /** The fields that are wrong, never their values. */
  readonly where: string;
}

export type Write = {
  [T in Table]:
    | { readonly table: T; readonly put: Rows[T] }
    | { readonly table: T; readonly remove: string };
}[Table];

/** All rows of some tables. */
export type RowsOf<T extends Table> = { readonly [K in T]: readonly Rows[K][] };

/**
 * Stores rows so that they survive reloads and crashes. Each row passes through its profile's
 * codec, which encrypts and decrypts it. A key is unique within its table: `uid` for avatars and
 * pictures, `id` elsewhere.
 *
 * Each row is validated when it is read. An invalid row counts as absent and is reported by
 * `watchUnread`. If a new row takes its key, the invalid one is set aside.
 */
export interface Store {
  get<T extends Table>(table: T, key: string): Promise<Rows[T] | undefined>;
  /** All rows of a profile on a chain, in order of creation. */
  list<T extends Table>(table: T, scope: Scope): Promise<Rows[T][]>;
  /** Rows of every profile on a chain: what has to be resumed at start. */
  listAll<T extends Table>(table: T, genesis: string): Promise<Rows[T][]>;
  /**
   * Writes all of the rows or none. @throws LikenessError 'storage-full' | 'storage-unavailable'
   */
  write(writes: readonly Write[]): Promise<void>;
  /**
   * Reads, modifies and writes a row atomically: `change` gets the stored row and returns the new
   * one. It runs again if the row changed in the meantime, so it must have no side effects. If the
   * new row names another profile, the row moves there.
   */
  update<T extends Table>(
    table: T,
    key: string,
    change: (row: Rows[T] | undefined) => readonly Write[],
  ): Promise<void>;
  /** As `update`, for several rows: `change` gets them in the keys' order. */
  updateAll<T extends Table>(
    table: T,
    keys: readonly string[],
    change: (rows: readonly (Rows[T] | undefined)[]) => readonly Write[],
  ): Promise<void>;
  /**
   * Applies the same change to many rows, each atomically. Skips keys without a row. The changed
   * row must keep its key and profile. An interrupted call has changed the first of them.
   */
  updateEach<T extends Table>(
    table: T,
    keys: readonly string[],
    change: (row: Rows[T]) => Rows[T],
  ): Promise<void>;
  /**
   * Moves a profile's avatars, orders, credits, batches and mints on a chain into another profile.
   * Orders, credits, batches and mints move in one transaction. Called again after an interruption
   * or a cancel, it continues.
   */
  move(from: Scope, profileId: string, options?: WorkOptions): Promise<void>;
  /**
   * Calls back with all rows of a profile on a chain, in order of creation: now, and after each
   * commit that touched them, in this tab or another. Reads only what changed; the array of an
   * unchanged table stays the same object. `failed` gets read errors.
   *
   * Where there are many rows, the first call brings the newest of each table alone, and isn't
   * `complete`; the next one brings all.
   */
  follow<T extends Table>(
    tables: readonly T[],
    scope: Scope,
    listener: (rows: RowsOf<T>, complete: boolean) => void,
    failed: (thrown: unknown) => void,
  ): () => void;
  /** Calls back after each commit that touched one of the tables, in this tab or another. */
  watch(tables: readonly Table[], listener: () => void): () => void;
  /**
   * Calls back with the unreadable rows that this page has met: now, if there are any, and at each
   * change.
   */
  watchUnread(listener: (unread: readonly UnreadRow[]) => void): () => void;
  /**
   * Returns some profiles' unreadable rows as a JSON file with their full contents, including those
   * set aside.
   */
  copyUnread(profileIds: readonly string[]): Promise<Blob>;
  /** How many rows each table holds, over all profiles and chains, including locked ones. */
  counts(): Promise<Readonly<Record<Table, number>>>;
  /** Deletes the whole database with every profile and key. Other tabs lose theirs too. */
  erase(): Promise<void>;
  /** The next free numbers for /avatar/{id}. A number is never reused. */
  nextAvatarIds(count: number): Promise<number>;
  /** The encrypted photo of a draft, under its own key. */
  readonly draftPhotos: {
    /**
     * @param profileId the account whose key encrypts the photo as well
     * @param at when the photo was added, if not now
     */
    put(draftId: string, photo: Blob, profileId?: string, at?: number): Promise<void>;
    /** Also undefined while the account is locked. */
    get(draftId: string): Promise<Blob | undefined>;
    /** Destroys the key and the encrypted bytes. */
    remove(draftId: string): Promise<void>;
    /**
     * Removes each account's draft photo from before `time`, including those of locked accounts.
     * One from a time to come counts as added now.
     */
    sweep(time: number): Promise<void>;
  };
  /**
   * The payments that count, for the whole device and readable while accounts are locked: SHA-256
   * of genesis and signature -> order id. Claiming returns the order that holds the payment. The
   * writes that `change` wants, given the order's row, are made in the same transaction, and only if
   * the holder is `orderId`; if it wants undefined, nothing is claimed. It may be asked again, as in
   * `update`. A locked account's order holds its payment under a name that isn't an order id.
   */
  claimPayment(
    genesis: string,
    signature: string,
    orderId: string,
    change: (row: Rows['orders'] | undefined) => readonly Write[] | undefined,
  ): Promise<string>;
  paymentHolder(genesis: string, signature: string): Promise<string | undefined>;
}

/**
 * How another tab's version of the app affects this one's storage: a newer one has taken it over,
 * or an older one keeps this one from opening it.
 */
export type StorageNotice = 'superseded' | 'blocked';
