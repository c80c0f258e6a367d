import { Dexie, type EntityTable, type Table } from 'dexie';

import type { StoredBlob } from './stored-blobs.ts';

/** A stored row of any of the port's tables. Its content is in `body`, as the codec sealed it. */
export interface StoredRow {
  /** The row's own key; in a vault, a keyed hash of it. */
  readonly key: string;
  readonly profileId: string;
  readonly genesis: string;
  /** Unix milliseconds; lists are sorted by it. 0 in a vault. */
  readonly createdAt: number;
  /** Random, and new with every write. It shows whether the row changed since it was read. */
  readonly revision: string;
  /**
   * Version of the row's shape, see `core/rows/read-row.ts`. Missing in rows of the first version.
   */
  readonly version?: number;
  readonly body: unknown;
}

/** An unreadable row that was set aside when a new one took its key. */
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
  /** The account whose key encrypts it as well, and when it was stored, in Unix milliseconds. */
  readonly profileId?: string;
  readonly at?: number;
}

export interface PhotoKey {
  readonly draftId: string;
  /** Not extractable. */
  readonly key: CryptoKey;
}

/** A payment that counts, under the SHA-256 of its chain's genesis hash and its signature. */
export interface ClaimedPayment {
  readonly hash: string;
  /** '' if `sealed` holds it. */
  readonly orderId: string;
  /** The profile of the order. Missing in claims of the first version. */
  readonly profileId?: string;
  /** The order's id, encrypted for its account. */
  readonly sealed?: unknown;
}

/**
 * An account. Everything about it is in the header: a Blob, so that nothing remains of an erased
 * account, or bytes in a private window that refuses Blobs.
 */
export interface StoredVault {
  readonly id: string;
  /** Argon2id of the email address, hex. It finds the account without naming it. */
  readonly tag: string;
  readonly header: Blob | StoredBlob;
  /** New with every change of the header. Missing until the first one. */
  readonly revision?: string;
  /**
   * Wrong passwords in a row, and the time before which the next one is refused, in Unix
   * milliseconds.
   */
  readonly failures: number;
  readonly notBefore: number;
}

/**
 * What this device keeps for accounts (the salt of the tags, a remembered account's keys), for a
 * running import, for a folder that the user chose, and for the backups made there.
 */
export type DeviceRecord =
  | { readonly name: 'tags'; readonly salt: string }
  | {
      readonly name: 'remembered';
      readonly id: string;
      readonly data: CryptoKey;
      readonly names: CryptoKey;
    }
  /** A running import: the pictures that it wrote, to be removed if it never ends. */
  | {
      readonly name: 'import';
      readonly profileId: string;
      readonly pictures: readonly string[];
      readonly at: number;
    }
  /** The folder on disk that a profile's pictures are copied into. */
  | { readonly name: `folder:${string}`; readonly handle: FileSystemDirectoryHandle }
  /** The passphrase of a profile's automatic backups, as its codec sealed it. */
  | { readonly name: `backup:${string}`; readonly body: unknown };

export interface Counter {
  readonly name: string;
  readonly next: number;
}

const ROW = '&key, [profileId+genesis+createdAt], [genesis+createdAt]';

/** A profile's rows by creation: on one chain, or on all chains without a `genesis`. */
export function rowsIn(table: EntityTable<StoredRow, 'key'>, profileId: string, genesis?: string) {
  const prefix = genesis === undefined ? [profileId] : [profileId, genesis];
  return table.where('[profileId+genesis+createdAt]').between(prefix, [...prefix, Dexie.maxKey]);
}

/**
 * The database's tables and their history. To change a shape, append a new `version()` with its
 * upgrade. Never edit a published one.
 */
export class Database extends Dexie {
  declare orders: EntityTable<StoredRow, 'key'>;
  declare ledger: EntityTable<StoredRow, 'key'>;
  declare avatars: EntityTable<StoredRow, 'key'>;
  declare pictures: EntityTable<StoredRow, 'key'>;
  declare batches: EntityTable<StoredRow, 'key'>;
  declare looks: EntityTable<StoredRow, 'key'>;
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
    this.version(6).stores({ looks: ROW });
  }
}
