import { Dexie, type EntityTable } from 'dexie';

/** One stored row of any table of the port. What it says is in `body`, as the codec sealed it. */
export interface StoredRow {
  readonly key: string;
  readonly profileId: string;
  readonly genesis: string;
  /** Unix milliseconds; orders a listing. */
  readonly createdAt: number;
  /** Random, new with every write: tells whether the row changed since it was read. */
  readonly revision: string;
  readonly body: unknown;
}

/** A draft's photo: 12 bytes of nonce, then AES-GCM ciphertext. */
export interface SealedPhoto {
  readonly draftId: string;
  readonly sealed: Blob;
}

export interface PhotoKey {
  readonly draftId: string;
  /** Non-extractable. */
  readonly key: CryptoKey;
}

/** A payment that counts, by the SHA-256 of its chain's genesis hash and its signature. */
export interface ClaimedPayment {
  readonly hash: string;
  readonly orderId: string;
}

export interface Counter {
  readonly name: string;
  readonly next: number;
}

const ROW = '&key, [profileId+genesis+createdAt], [genesis+createdAt]';

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
  declare photos: EntityTable<SealedPhoto, 'draftId'>;
  declare photoKeys: EntityTable<PhotoKey, 'draftId'>;
  declare payments: EntityTable<ClaimedPayment, 'hash'>;
  declare counters: EntityTable<Counter, 'name'>;

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
  }
}
