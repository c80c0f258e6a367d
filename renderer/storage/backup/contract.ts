import type { Database } from '../database.ts';
import type { KeyStore } from '../key-store.ts';
import type { RowCodec } from '../rows.ts';
import type { Derive } from '../vault/derive.ts';

export interface BackupDeps {
  readonly database: Database;
  readonly codec: RowCodec;
  readonly keyStore: KeyStore;
  readonly derive: Derive;
  readonly now: () => number;
  /** The treasury, base58. A purchase in a backup must have paid it. */
  readonly treasury: string;
  /** KiB of memory for Argon2id; tests use less. */
  readonly memory?: number | undefined;
  /** Bytes per chunk; tests use less. */
  readonly chunkBytes?: number | undefined;
}
