import type { LogEntry } from '../core/log/entry.ts';

/** What went wrong without a screen telling of it, as far as it is kept. */
export interface Log {
  /** By time. Where a part of it can't be read, the others are given. */
  read(): Promise<readonly LogEntry[]>;
  erase(): Promise<void>;
}
