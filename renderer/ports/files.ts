import type { Saved } from './downloads.ts';

/** A file that is written piece by piece; whole, or not there at all. */
export interface FileSink {
  /** @throws LikenessError 'backup-failed' */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The file is whole; on the desktop it was read back. @throws LikenessError 'backup-failed' */
  close(): Promise<Saved>;
  /** Leaves nothing of it. */
  abort(): Promise<void>;
}

/** Files that needn't fit into memory. */
export interface Files {
  /** Begins a file where downloads go, never over another. @throws LikenessError 'backup-failed' */
  begin(name: string): Promise<FileSink>;
  /** Removes what is still kept inside the app of files that were written before this time, Unix milliseconds. */
  sweep(before: number): Promise<void>;
}
