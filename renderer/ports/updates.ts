import type { Subscribable } from '../core/subscribable.ts';
import type { UpdateState } from '../core/updates.ts';

/**
 * Newer versions of the desktop app: how far looking for one is; undefined while unknown, and where the
 * program can't be updated, as its build names no feed or it wasn't installed. Only these calls download
 * or install anything.
 */
export interface Updates extends Subscribable<UpdateState | undefined> {
  setAutomatic(on: boolean): Promise<void>;
  check(): Promise<void>;
  download(): Promise<void>;
  /** Quits the app, installs the download, and starts the app again. */
  install(): Promise<void>;
}
