import type { Choices, Draft } from '../../core/drafts.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import type { Watched } from '../observable.ts';
import type { Step } from './history.ts';
import type { DraftEntry } from './photo-life.ts';

/** A photo on its way in. */
export interface Incoming {
  readonly id: string;
  readonly fileName: string;
  /** 0 to 1; 0 while others are before it. */
  readonly progress: number;
  /** As soon as it could be read. */
  readonly photo?: Blob;
}

/** Why a photo isn't here. */
export interface Refused {
  readonly code: ErrorCode;
  readonly fileName?: string;
}

export interface DraftState {
  readonly phase: 'starting' | 'empty' | 'importing' | 'ready';
  /** Every photo that is worked on, in the order of adding. */
  readonly entries: readonly DraftEntry[];
  /** The one on the stage. */
  readonly draft?: Draft;
  readonly photo?: Blob;
  /** The draft's own; those for the next photo while there is none. */
  readonly choices: Choices;
  /** What undo would take back and redo bring again. */
  readonly undoes?: Step;
  readonly redoes?: Step;
  /** The first is being read. */
  readonly incoming: readonly Incoming[];
  readonly refused: readonly Refused[];
}

export interface Drafts extends Watched<DraftState> {
  /** Sweeps what is due and brings back the photos of the last visit. */
  start(): Promise<void>;
  /** Opens the system's picker. */
  pick(): Promise<void>;
  /** Takes dropped, pasted or picked files beside the photos that are there; the first comes on the stage. */
  add(photos: readonly PickedPhoto[]): Promise<void>;
  cancelImport(id: string): void;
  select(draftId: string): void;
  /** Deletes the photo on the stage; the next one takes its place. */
  clear(): Promise<void>;
  /** Deletes every photo that no batch needs any more, on the stage or not. */
  clearAll(): Promise<void>;
  /** One step of undo; changes of the same gesture (a drag, a held key) are one step together. */
  choose(change: Partial<Choices>, gesture?: string): void;
  /** Another variation: a new seed. */
  regenerate(): void;
  undo(): void;
  redo(): void;
  dismissRefused(): void;
  /** Deletes the photo once no batch needs it: the batches call it when they end. */
  readonly release: (draftId: string) => Promise<void>;
}
