import type { Database } from '../database.ts';
import type { KeyStore } from '../key-store.ts';
import type { RowCodec } from '../rows.ts';
import type { Derive } from '../vault/derive.ts';

export interface BackupSetup {
  /** The database's name. */
  readonly name: string;
  readonly keyStore: KeyStore;
  readonly now: () => number;
  /** The treasury, base58. A purchase in a backup must have paid it. */
  readonly treasury: string;
  readonly derive?: Derive;
  /** KiB of memory for Argon2id; tests use less. */
  readonly memory?: number;
  /** Bytes per chunk; tests use less. */
  readonly chunkBytes?: number;
}

export interface BackupDeps extends BackupSetup {
  readonly database: Database;
  readonly codec: RowCodec;
  readonly derive: Derive;
}
