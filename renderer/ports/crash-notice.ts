import type { Saved } from './downloads.ts';

/** A part of the app that died and was started again. */
export interface CrashNotice {
  readonly what: 'page' | 'graphics';
  /** What was saved of several files before the page died: each is whole. */
  readonly interrupted?: { readonly files: number; readonly saved: Saved };
}
