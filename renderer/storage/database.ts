import { Dexie, type EntityTable, type Table } from 'dexie';

import type { StoredBlob } from './stored-blobs.ts';

/** One stored row of any table of the port. What it says is in `body`, as the codec sealed it. */
export interface StoredRow {
  /** The row's own key, or in a vault a keyed hash of it. */
  readonly key: string;
  readonly profileId: string;
  readonly genesis: string;
  /** Unix milliseconds; orders a listing. 0 in a vault. */
  readonly createdAt: number;
  /** Random, new with every write: tells whether the row changed since it was read. */
  readonly revision: string;
  /** Of the row's shape, as `core/rows/read-row.ts` counts it; missing in rows of the first. */
  readonly version?: number;
  readonly body: unknown;
}

/** A row that couldn't be read when another was written in its place. */
export interface AsideRow {
  readonly id?: number;
  readonly table: string;
  readonly profileId: string;
  readonly row: StoredRow;
}

/** A draft's photo: 12 bytes of nonce, then AES-GCM ciphertext. */
export interface SealedPhoto {
  readonly draftId: string;
  readonly sealed: Blob | StoredBlob;
  /** The account that it is sealed for as well, and since when, Unix milliseconds. */
  readonly profileId?: string;
  readonly at?: number;
}

export interface PhotoKey {
  readonly draftId: string;
  /** Non-extractable. */
  readonly key: CryptoKey;
}

/** A payment that counts, by the SHA-256 of its chain's genesis hash and its signature. */
export interface ClaimedPayment {
  readonly hash: string;
  /** '' when it is sealed. */
  readonly orderId: string;
  /** Whose order it is; missing in claims of the first version. */
  readonly profileId?: string;
  /** An account's order id. */
  readonly sealed?: unknown;
}

/**
 * An account: everything about it is in the header, a Blob, so that an erased one doesn't linger; as
 * bytes in a private window that takes no Blobs.
 */
export interface StoredVault {
  readonly id: string;
  /** Argon2id of the email address, hex: finds the account without naming it. */
  readonly tag: string;
  readonly header: Blob | StoredBlob;
  /** Wrong passwords in a row, and when the next may be tried, Unix milliseconds. */
  readonly failures: number;
  readonly notBefore: number;
}

/** What this device keeps for accounts: the salt of the tags, and the keys of a remembered one. */
export type DeviceRecord =
  | { readonly name: 'tags'; readonly salt: string }
  | {
      readonly name: 'remembered';
      readonly id: string;
      readonly data: CryptoKey;
      readonly names: CryptoKey;
    }
  /** An import that hasn't ended: the pictures that it wrote, to be removed if it never does. */
  | {
      readonly name: 'import';
      readonly profileId: string;
      readonly pictures: readonly string[];
      readonly at: number;
    };

export interface Counter {
  readonly name: string;
  readonly next: number;
}

const ROW = '&key, [profileId+genesis+createdAt], [genesis+createdAt]';

/** A profile's rows by creation: on one chain or, without a `genesis`, on all of them. */
export function rowsIn(table: EntityTable<StoredRow, 'key'>, profileId: string, genesis?: string) {
  const prefix = genesis === undefined ? [profileId] : [profileId, genesis];
  return table.where('[profileId+genesis+createdAt]').between(prefix, [...prefix, Dexie.maxKey]);
}

/**
 * The database's tables and their history: a change of shape is a new `version()` with its
 * upgrade below the others, never an edit of one that was published.
 */
export class Database extends Dexie {
  declare orders: EntityTable<StoredRow, 'key'>;
  declare ledger: EntityTable<StoredRow, 'key'>;
  declare avatars: EntityTable<StoredRow, 'key'>;
  declare pictures: EntityTable<StoredRow, 'key'>;
  declare batches: EntityTable<StoredRow, 'key'>;
  declare drafts: EntityTable<StoredRow, 'key'>;
  declare mints: EntityTable<StoredRow, 'key'>;
  declare mintMaterials: EntityTable<StoredRow, 'key'>;
  declare messages: EntityTable<StoredRow, 'key'>;
  declare settings: EntityTable<StoredRow, 'key'>;
  declare aside: EntityTable<AsideRow, 'id'>;
  declare photos: EntityTable<SealedPhoto, 'draftId'>;
  declare photoKeys: EntityTable<PhotoKey, 'draftId'>;
  declare payments: EntityTable<ClaimedPayment, 'hash'>;
  declare counters: EntityTable<Counter, 'name'>;
  declare vaults: EntityTable<StoredVault, 'id'>;
  declare device: Table<DeviceRecord, DeviceRecord['name']>;

  constructor(name: string) {
    super(name);
    this.version(1).stores({
      orders: ROW,
      ledger: ROW,
      avatars: ROW,
      pictures: ROW,
      batches: ROW,
      drafts: ROW,
      photos: '&draftId',
      photoKeys: '&draftId',
      payments: '&hash',
      counters: '&name',
    });
    this.version(2).stores({ mints: ROW, mintMaterials: ROW });
    this.version(3).stores({ messages: ROW });
    this.version(4).stores({ settings: ROW, vaults: '&id, &tag', device: '&name' });
    this.version(5).stores({ aside: '++id, profileId' });
  }
}
