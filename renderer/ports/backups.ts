import type { FileSink } from './files.ts';
import type { WorkOptions } from './work-options.ts';

/** A backup that was read and checked to its end; nothing of it was written yet. */
export interface CheckedBackup {
  /** Unix milliseconds. */
  readonly madeAt: number;
  readonly avatars: number;
  /** Of those, on this device already. */
  readonly here: number;
  readonly purchases: number;
  /** Of those, counted in another library of this device: they stay there. */
  readonly elsewhere: number;
  /** Not among them: orders that the app never sold like that. */
  readonly refused: number;
  /**
   * Adds it to the profile: all of it or, when cancelled or failing, none of it. Purchases wait for
   * the chain's word, and their credits with them.
   * @throws LikenessError 'backup-damaged' | 'engine-aborted' | storage-*
   */
  bring(options?: WorkOptions): Promise<{ readonly avatars: number; readonly purchases: number }>;
}

/** A profile's library, orders, credits, mints and settings as one encrypted file. Never a photo. */
export interface Backups {
  /** Writes picture by picture: nothing holds the library in memory. @throws LikenessError 'storage-locked' | 'engine-aborted' | 'backup-failed' */
  save(
    profileId: string,
    passphrase: string,
    file: FileSink,
    options?: WorkOptions,
  ): Promise<{ readonly avatars: number; readonly bytes: number }>;
  /** @throws LikenessError 'backup-foreign' | 'backup-newer' | 'backup-passphrase' | 'backup-damaged' | 'engine-aborted' */
  check(
    file: Blob,
    passphrase: string,
    profileId: string,
    options?: WorkOptions,
  ): Promise<CheckedBackup>;
}
