import type { Batch } from '../../core/batches.ts';
import type { RenderProgress } from './contract.ts';
import { isWaiting } from './journal.ts';

export interface BatchProgress {
  readonly made: number;
  readonly failed: number;
  readonly total: number;
  /** 0 to 1, including the current picture. */
  readonly done: number;
  /** Whole seconds, at least 1; absent before the first measured picture. */
  readonly secondsLeft?: number;
}

export function batchProgress(batch: Batch, renderProgress: RenderProgress): BatchProgress {
  const left = batch.items.filter(isWaiting).length;
  const current = left > 0 ? (renderProgress.get(batch.id)?.done ?? 0) : 0;
  const total = batch.items.length;
  return {
    made: batch.items.filter(({ state }) => state === 'done').length,
    failed: batch.items.filter(({ state }) => state === 'failed').length,
    total,
    done: total === 0 ? 1 : (total - left + current) / total,
    ...(batch.msPerAvatar === undefined
      ? {}
      : { secondsLeft: Math.max(1, Math.ceil(((left - current) * batch.msPerAvatar) / 1_000)) }),
  };
}

/** Seconds until the item `uid` is ready. The items before it come first. */
export function itemSecondsLeft(
  batch: Batch,
  uid: string,
  renderProgress: RenderProgress,
): number | undefined {
  if (batch.msPerAvatar === undefined) return undefined;
  const waiting = batch.items.filter(isWaiting);
  const place = waiting.findIndex((item) => item.uid === uid);
  if (place < 0) return undefined;
  const current = renderProgress.get(batch.id)?.done ?? 0;
  return Math.max(1, Math.ceil(((place + 1 - current) * batch.msPerAvatar) / 1_000));
}
