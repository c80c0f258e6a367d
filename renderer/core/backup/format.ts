import { z } from 'zod';

import { kdfSchema } from '../accounts/kdf.ts';
import type { FileName } from '../file-name.ts';

/**
 * A backup file: MAGIC, 4 bytes of header length (big-endian), the header as JSON, then the
 * contents in chunks. Each chunk is AES-256-GCM over the header's `chunk` bytes of plain text (the
 * last chunk over the rest), bound to the SHA-256 of everything before the first chunk. Its nonce
 * is the header's 7-byte prefix, the chunk's number (4 bytes) and whether it is the last (1 byte):
 * the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár (CRYPTO 2015). A chunk that was
 * changed, dropped, repeated, moved or cut off is therefore noticed.
 */
export const MAGIC = 'LIKENESS-BACKUP\n';
export const CHUNK_BYTES = 1024 * 1024;
export const TAG_BYTES = 16;
export const MOST_HEADER_BYTES = 4_096;
/** The largest row is a picture of 2048² with its thumbnail. */
export const MOST_RECORD_BYTES = 64 * 1024 * 1024;
export const BACKUP_EXTENSION = '.likeness';

/**
 * Raised whenever older versions of the app can't read what is written now, so that they say
 * 'newer'. Version 2: rows have versions, avatars may have been shared, thumbnails may be PNG or
 * JPEG.
 */
export const BACKUP_VERSION = 2;

export const backupHeader = z.strictObject({
  version: z.int().min(1).max(BACKUP_VERSION),
  kdf: kdfSchema,
  /** Bytes of plain text in every chunk but the last. */
  chunk: z
    .int()
    .min(1_024)
    .max(8 * 1024 * 1024),
  /** 7 random bytes, base64. */
  prefix: z.base64().length(12),
  /** 16 bytes derived from the passphrase, base64: tells a wrong passphrase from a damaged file. */
  check: z.base64().length(24),
});
export type BackupHeader = z.infer<typeof backupHeader>;

/** 'Likeness backup 2026-11-21.likeness' */
export const backupName = (now: number): FileName =>
  `Likeness backup ${new Date(now).toISOString().slice(0, 10)}${BACKUP_EXTENSION}`;

const AUTOMATIC = 'Likeness automatic backup ';

/** A time in a file's name: '2026-11-21 10.05.07', in UTC. */
export const fileTime = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');

/** 'Likeness automatic backup 2026-11-21 10.05.07.likeness': none has another's name. */
export const autoBackupName = (now: number): FileName =>
  `${AUTOMATIC}${fileTime(now)}${BACKUP_EXTENSION}`;

/** When the backup of this name was made, in Unix milliseconds; undefined if it isn't an automatic one. */
export function autoBackupTime(name: string): number | undefined {
  const [, day, hour, minute, second] =
    /^(\d{4}-\d\d-\d\d) (\d\d)\.(\d\d)\.(\d\d)\.likeness$/.exec(
      name.startsWith(AUTOMATIC) ? name.slice(AUTOMATIC.length) : '',
    ) ?? [];
  const at = Date.parse(`${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** Whether the app wrote this file by itself. It removes and reads no other. */
export const isAutoBackup = (name: string): boolean =>
  name.startsWith(AUTOMATIC) && name.endsWith(BACKUP_EXTENSION);
