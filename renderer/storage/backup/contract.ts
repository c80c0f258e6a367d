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
  /** Where payments go, base58: what a purchase in a file is held to. */
  readonly treasury: string;
  /** KiB of Argon2id's memory; tests use less. */
  readonly memory?: number | undefined;
  /** Bytes of a chunk; tests use less. */
  readonly chunkBytes?: number | undefined;
}
