import type { Scope } from '../core/scope.ts';
import type { FileSink } from './files.ts';
import type { WorkOptions } from './work-options.ts';

/** A backup that was read and verified to its end. Nothing has been written yet. */
export interface CheckedBackup {
  /** Unix milliseconds. */
  readonly madeAt: number;
  readonly avatars: number;
  /** How many of those avatars this device already has. */
  readonly here: number;
  readonly purchases: number;
  /**
   * How many of those purchases already count in another library on this device. They stay there.
   */
  readonly elsewhere: number;
  /** Orders that the app never sold in this form. They stay out. */
  readonly refused: number;
  /** What `bring` would add besides avatars. */
  readonly adds: { readonly purchases: number; readonly others: boolean };
  /**
   * Adds the backup to the profile: all of it, or nothing if the import fails or is cancelled.
   * Purchases, and the credits they give, wait until they are verified on chain.
   * @throws LikenessError 'backup-damaged' | 'engine-aborted' | storage-*
   */
  bring(options?: WorkOptions): Promise<{ readonly avatars: number; readonly purchases: number }>;
}

/**
 * Saves a profile's library, orders, credits, mints and settings as one encrypted file. A backup
 * never contains a photo.
 */
export interface Backups {
  /**
   * Writes one picture at a time, so the library is never in memory as a whole.
   * @throws LikenessError 'storage-locked' | 'engine-aborted' | 'backup-failed'
   */
  save(
    profileId: string,
    passphrase: string,
    file: FileSink,
    options?: WorkOptions,
  ): Promise<{ readonly avatars: number; readonly bytes: number }>;
  /**
   * Reads and verifies the whole file. Writes nothing.
   * @throws LikenessError 'backup-foreign' | 'backup-newer' | 'backup-passphrase' |
   * 'backup-damaged' | 'engine-aborted' | 'receipt-other-chain' if nothing in it is of the scope's
   * chain
   */
  check(
    file: Blob,
    passphrase: string,
    scope: Scope,
    options?: WorkOptions,
  ): Promise<CheckedBackup>;
  /**
   * The passphrase of the profile's automatic backups, if they are on. An account keeps it sealed.
   * @throws LikenessError 'storage-locked'
   */
  passphrase(profileId: string): Promise<string | undefined>;
  /** Keeps it, or forgets it. @throws LikenessError 'storage-locked' */
  keepPassphrase(profileId: string, passphrase: string | undefined): Promise<void>;
}
