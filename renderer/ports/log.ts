import type { LogEntry } from '../core/log/entry.ts';

/** Failures that no screen showed, as far as they are kept. */
export interface Log {
  /** Sorted by time. Where one source can't be read, the others are returned. */
  read(): Promise<readonly LogEntry[]>;
  erase(): Promise<void>;
}
