import type { CutOutFault } from '../../core/cut-out-faults.ts';
import type { Choices, Draft, Step } from '../../core/drafts.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import type { Reading } from './import-draft.ts';
import type { DraftEntry } from './photo-life.ts';

/** A photo that is being imported. */
export interface Incoming extends Reading {
  readonly id: string;
  readonly fileName: string;
}

/** Several photos that were added at once. The first usable one is put on the stage. */
export interface Addition {
  shown: boolean;
}

export interface Queued extends Incoming {
  readonly picked: PickedPhoto;
  readonly addition: Addition;
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/** Why a photo was refused. */
export interface Refused {
  readonly code: ErrorCode;
  readonly fileName?: string;
}

export interface DraftState {
  readonly phase: 'starting' | 'empty' | 'importing' | 'ready';
  /** All photos in the Avatar Creator, in the order they were added. */
  readonly entries: readonly DraftEntry[];
  /** The one on the stage. */
  readonly draft?: Draft;
  readonly photo?: Blob;
  /** The draft's own choices, or those for the next photo while there is none. */
  readonly choices: Choices;
  /** What undo would revert, and what redo would repeat. */
  readonly undoes?: Step;
  readonly redoes?: Step;
  /** The first photo is being read. */
  readonly incoming: readonly Incoming[];
  readonly refused: readonly Refused[];
}

export interface Drafts extends Subscribable<DraftState> {
  /** Deletes expired photos and restores those of the last visit. */
  start(): Promise<void>;
  /** Opens the system's picker. */
  pick(): Promise<void>;
  /**
   * Adds dropped, pasted or picked files to the photos that are there. The first is put on the
   * stage.
   */
  add(photos: readonly PickedPhoto[]): Promise<void>;
  cancelImport(id: string): void;
  select(draftId: string): void;
  /**
   * Deletes the photo on the stage; the next one takes its place. Returns what brings it back, out
   * of memory, with its choices and strokes.
   */
  clear(): Promise<(() => Promise<void>) | undefined>;
  /** Deletes every photo that no batch needs any more, on the stage or not. */
  clearAll(): Promise<void>;
  /** Adds one step to undo. Changes of the same gesture (a drag, a held key) form one step. */
  choose(change: Partial<Choices>, gesture?: string): void;
  /**
   * Stores the faults that the engine found in a photo's cut-out, until the photo is judged again.
   */
  judge(draftId: string, faults: readonly CutOutFault[]): void;
  /** Keeps the photos for their 24 hours, or only as long as a batch needs them. */
  keep(keep: boolean): Promise<void>;
  /** Writes the changes that still wait to be written. Doesn't reject. */
  readonly flush: () => Promise<void>;
  /** Another variation: a new seed. */
  regenerate(): void;
  undo(): void;
  redo(): void;
  dismissRefused(): void;
  /** Deletes a photo that the Avatar Creator doesn’t show when its time is up. */
  expireInTime(draft: Draft): void;
  /**
   * Deletes the photo unless a batch needs it, or it is kept for more pictures within its 24 hours.
   * The batches call it when they end.
   */
  readonly release: (draftId: string) => Promise<void>;
}
