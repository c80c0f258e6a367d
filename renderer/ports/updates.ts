import type { UpdateState } from '../core/updates.ts';

/** Newer versions of the desktop app. Nothing is downloaded or installed but by a call of these. */
export interface Updates {
  /** Undefined where this program can't be updated: its build names no feed, or it wasn't installed. */
  state(): Promise<UpdateState | undefined>;
  subscribe(listener: (state: UpdateState) => void): () => void;
  setAutomatic(on: boolean): Promise<void>;
  look(): Promise<void>;
  download(): Promise<void>;
  /** Ends the app, installs what was downloaded, and starts it again. */
  install(): Promise<void>;
}
