import type { Batch } from '../../core/batches.ts';
import type { BulkPerson, BulkRefusal } from '../../core/bulk.ts';
import type { Draft } from '../../core/drafts.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { StylesAndBackgrounds } from '../../core/sets.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { PickedPhoto } from '../../ports/photos.ts';

export interface BulkState {
  readonly phase: 'starting' | 'ready' | 'reading';
  /** The photos that were read and wait for a run, by their person's name. */
  readonly people: readonly (BulkPerson & { readonly draft: Draft })[];
  readonly refused: readonly BulkRefusal[];
  /** Why the waiting photos can't be listed. */
  readonly problem?: ErrorCode;
  /** The file being read, whether it is being made smaller, how many are done, and of how many. */
  readonly reading?: {
    readonly fileName: string;
    readonly shrinking: boolean;
    readonly done: number;
    readonly of: number;
  };
}

/** Whole folders of photos: read here, and rendered as one batch. */
export interface Bulk extends Subscribable<BulkState> {
  /** Restores what was read before the page was closed or reloaded. */
  start(): Promise<void>;
  /**
   * Reads files one after the other, once `start` has listed those that are there. A file that can't
   * be used is listed with its reason, and the others continue. A file of a folder whose name is
   * already there is skipped, so that the folder can be chosen again; another gets a free name.
   */
  add(files: readonly PickedPhoto[]): Promise<void>;
  /** Stops reading; what was read stays. */
  stop(): void;
  /** A waiting photo. */
  photo(draftId: string): Promise<Blob | undefined>;
  /** Deletes one photo, or all waiting ones. */
  remove(draftId: string): Promise<void>;
  clear(): Promise<void>;
  /**
   * Starts one batch of all waiting people.
   * @throws LikenessError 'bulk-locked' | 'bulk-too-many' | 'credits-too-few' | 'style-locked' |
   * 'photo-expired' | storage-*
   */
  run(chosen: StylesAndBackgrounds, scope: Scope): Promise<Batch>;
}
