import { photoOf, type Batch } from './batches.ts';
import { expiresAt, type Draft } from './drafts.ts';

/**
 * When the first photo that a batch needs is deleted, if that may be before its pictures are made:
 * it is paused, or `doneAt` is later.
 */
export function photoGoneAt(
  batch: Batch,
  drafts: readonly Draft[],
  doneAt: number | undefined,
): number | undefined {
  const needed = new Set(
    // A picture that is painted again costs nothing, and stays as it was.
    batch.items.flatMap((item) =>
      item.state === 'waiting' && !item.repaint ? [photoOf(batch, item)] : [],
    ),
  );
  const goneAt = Math.min(...drafts.filter(({ id }) => needed.has(id)).map(expiresAt));
  const isLate = batch.state === 'paused' || (doneAt !== undefined && doneAt > goneAt);
  return isLate && Number.isFinite(goneAt) ? goneAt : undefined;
}
