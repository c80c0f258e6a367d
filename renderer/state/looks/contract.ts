import type { LookRun } from '../../core/look-runs.ts';
import type { Look } from '../../core/looks.ts';
import type { Scope } from '../../core/scope.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { KnownEngine } from '../../ports/engines.ts';
import type { Ports } from '../../ports/index.ts';
import type { DraftAnalyses } from '../drafts/draft-analyses.ts';
import type { Drafts } from '../drafts/draft-state.ts';

export interface LookRequest {
  readonly draftId: string;
  readonly look: Look;
  /** Its title in the user's language, which the avatar is named after. */
  readonly title: string;
  readonly engine: KnownEngine;
}

/**
 * By run, the place in its engine's queue, from 1; 0 while the picture is made, null until the engine
 * says. Only in this tab.
 */
export type LookProgress = ReadonlyMap<string, number | null>;

export interface Looks extends Subscribable<LookProgress> {
  /**
   * Reserves a credit and asks for a look. Without the plan it is a trial: free, once for a photo.
   * @throws LikenessError 'credits-too-few' | 'looks-locked' | 'photo-expired' | storage-*
   */
  start(request: LookRequest, scope: Scope): Promise<LookRun>;
  /**
   * Continues every look of the chain that can be read. With `goesOn`, those under way aren't
   * interrupted: not every engine can be asked for its picture again.
   */
  resume(genesis: string, goesOn?: boolean): Promise<void>;
  cancel(id: string): Promise<void>;
  /** Asks again for a picture whose answer was lost, though it may be charged for twice. */
  again(id: string): Promise<void>;
  /** Puts an unsure picture in the library. */
  keep(id: string): Promise<void>;
  /** Removes what ended, with its pictures; of what waits for the user, the credit comes back. */
  dismiss(id: string): Promise<void>;
}

/** Without `engines`, every look waits. */
export interface LooksDeps extends Pick<Ports, 'store' | 'engine' | 'engines' | 'locks' | 'clock'> {
  readonly analyses: Pick<DraftAnalyses, 'of'>;
  readonly drafts: () => Pick<Drafts, 'flush' | 'release'>;
  /** Unsigned 32-bit. */
  readonly random: () => number;
  /** A new UUID. */
  readonly newJob: () => string;
}
