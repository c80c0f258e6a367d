import type { Avatar, AvatarSize, Recipe } from './avatars.ts';
import type { BulkRun } from './bulk.ts';
import type { Scope } from './scope.ts';

export interface BatchItem {
  /**
   * Identity of the future avatar, fixed before rendering so that a repeated step can't make two.
   */
  readonly uid: string;
  readonly avatarId: number;
  readonly name: string;
  readonly recipe: Recipe;
  /** The item's photo, if it isn't the batch's own; missing in rows of earlier versions. */
  readonly draftId?: string;
  readonly state: 'waiting' | 'done' | 'failed' | 'cancelled';
  /** If it failed, or couldn't be painted again, an error code of `errors.ts`. */
  readonly reason?: string;
  /** Its avatar exists and waits for a new picture with a mended cut-out, which costs nothing. */
  readonly repaint?: true;
}

/**
 * A list of recipes to render from one or more photos: the checkpoint that a reload resumes from.
 * It belongs to the profile it began in and finishes there, whoever is signed in.
 */
export interface Batch extends Scope {
  readonly id: string;
  readonly draftId: string;
  readonly size: AvatarSize;
  readonly state: 'running' | 'paused' | 'done' | 'cancelled';
  readonly items: readonly BatchItem[];
  /** If something other than the user paused it, an error code of `errors.ts`. */
  readonly pausedFor?: string;
  readonly createdAt: number;
  /** When pictures of it were last put in line to be painted again. */
  readonly repaintedAt?: number;
  /** Measured rolling mean of milliseconds per avatar; missing until the first is done. */
  readonly msPerAvatar?: number;
  /** For a run over a folder of photos: the people in it. */
  readonly bulk?: BulkRun;
}

/** Whether there is more to make of it, now or later. */
export const isOpen = (batch: Batch | undefined): boolean =>
  batch?.state === 'running' || batch?.state === 'paused';

/** The photo that an item is made from. */
export const photoOf = (batch: Batch, item: BatchItem): string => item.draftId ?? batch.draftId;

/** The photo that an avatar was made from, whether or not it was kept. */
export const photoOfAvatar = (
  { uid, batchId }: Pick<Avatar, 'uid' | 'batchId'>,
  batches: readonly Batch[],
): string | undefined => {
  const batch = batches.find(({ id }) => id === batchId);
  const item = batch?.items.find((one) => one.uid === uid);
  return batch && item && photoOf(batch, item);
};

/** The photos of a batch, its own first. */
export const photosOf = (batch: Batch): readonly string[] => [
  ...new Set([batch.draftId, ...batch.items.map((item) => photoOf(batch, item))]),
];
