import type { Avatar } from './avatars.ts';
import type { Batch, BatchItem } from './rows/rows.ts';

export type { Batch, BatchItem };

/** Most avatars in one batch: its row, which holds them all, is written again for each. */
export const MOST_IN_BATCH = 3_000;

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
