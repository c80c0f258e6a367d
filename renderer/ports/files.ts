import type { FileName } from '../core/file-name.ts';
import type { Saved } from './downloads.ts';

/** A file that is written in pieces. It appears complete or not at all. */
export interface FileSink {
  /** @throws LikenessError 'backup-failed' | 'storage-full' */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /**
   * Completes the file. The desktop app reads it back first. @throws LikenessError 'backup-failed' |
   * 'storage-full'
   */
  close(): Promise<Saved>;
  /** Removes everything written so far. */
  abort(): Promise<void>;
}

/** Writes files that may not fit into memory. */
export interface Files {
  /**
   * Starts a file in the download folder, never over another one. @throws LikenessError
   * 'backup-failed' | 'storage-full'
   */
  begin(name: FileName): Promise<FileSink>;
  /**
   * Deletes the app's internal copies of files written before this time, in Unix milliseconds;
   * without a time, those that the browser has had an hour to copy to its downloads.
   */
  sweep(before?: number): Promise<void>;
}
