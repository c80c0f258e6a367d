import type { UpdateState } from '../core/updates.ts';

/** Newer versions of the desktop app. Only these calls download or install anything. */
export interface Updates {
  /**
   * Undefined where the program can't be updated: its build names no feed, or it wasn't installed.
   */
  state(): Promise<UpdateState | undefined>;
  subscribe(listener: (state: UpdateState) => void): () => void;
  setAutomatic(on: boolean): Promise<void>;
  check(): Promise<void>;
  download(): Promise<void>;
  /** Quits the app, installs the download, and starts the app again. */
  install(): Promise<void>;
}
