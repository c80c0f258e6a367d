import { z } from 'zod';

import { kdfSchema } from '../accounts/kdf.ts';

/**
 * A backup file: MAGIC, 4 bytes of header length (big-endian), the header as JSON, then the
 * contents in chunks. Each chunk is AES-256-GCM over the header's `chunk` bytes of plain text (the
 * last over what is left), bound to the SHA-256 of all that stands before the first. Its nonce is the header's
 * 7-byte prefix, the chunk's number (4 bytes) and whether it is the last (1 byte): the STREAM
 * construction of Hoang, Reyhanitabar, Rogaway and Vizár (CRYPTO 2015). So no chunk can be
 * changed, dropped, repeated, moved or cut off without being noticed.
 */
export const MAGIC = 'LIKENESS-BACKUP\n';
export const CHUNK_BYTES = 1024 * 1024;
export const TAG_BYTES = 16;
export const MOST_HEADER_BYTES = 4_096;
/** A row is at most a picture of 2048² and its thumbnail. */
export const MOST_RECORD_BYTES = 64 * 1024 * 1024;
export const BACKUP_EXTENSION = '.likeness';

/**
 * Raised when an app of before could not read what is written now, so that it says 'newer'. Two:
 * rows have versions, avatars may have been shared, thumbnails may be PNG or JPEG.
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
export const backupName = (now: number): string =>
  `Likeness backup ${new Date(now).toISOString().slice(0, 10)}${BACKUP_EXTENSION}`;
