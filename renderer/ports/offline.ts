import type { Subscribable } from '../core/subscribable.ts';

/**
 * Keeps the web app available without a network. The desktop app's files are on the disk already.
 * Its value is whether everything is stored, so that pictures can be made offline.
 */
export interface Offline extends Subscribable<boolean> {
  /** Starts to store the app and its engine. Further calls do nothing. */
  prepare(): void;
}
