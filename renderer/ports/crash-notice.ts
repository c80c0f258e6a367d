import type { Saved } from './downloads.ts';

/** A part of the app that crashed and was restarted. */
export interface CrashNotice {
  readonly what: 'page' | 'graphics';
  /** A multi-file save that the crash interrupted. Each file it saved is complete. */
  readonly interrupted?: { readonly files: number; readonly saved: Saved };
}
