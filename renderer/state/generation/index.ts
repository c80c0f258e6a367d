import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';

import type { Avatar } from '../../core/avatars.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';
import { busyAtom } from '../busy.ts';
import { analysesAtom, draftsAtom } from '../drafts/index.ts';
import { useLibraryState } from '../library/index.ts';
import { portsAtom } from '../ports.ts';
import { randomUint32 } from '../random.ts';
import { scopeAtom } from '../scope.ts';
import { avatarSizeAtom, setChoiceAtom } from '../settings.ts';
import { resumeWithScope } from '../tasks/index.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { Generation, RenderProgress } from './contract.ts';
import { isWaiting } from './journal.ts';
import { pictureDifference } from './picture-difference.ts';
import { repaintable } from './repaint.ts';
import { createGeneration } from './service.ts';

interface BatchProgress {
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

export type { RenderProgress, Generation } from './contract.ts';
export { exchange, remake, type Remade } from './remake.ts';
export { planPictures, type PlannedPicture } from './plan.ts';

export const generationAtom = atom((get): Generation =>
  createGeneration({
    ...get(portsAtom),
    analyses: get(analysesAtom),
    drafts: () => get(draftsAtom),
    size: avatarSizeAtom.last,
    set: setChoiceAtom.last,
    difference: pictureDifference,
    random: randomUint32,
  }),
);

/**
 * Continues the batches that can be read, and starts the batch of an order as soon as it is paid.
 * The composition root sets this once.
 */
export const resumeGenerationAtom = atom(null, (get) => {
  const generation = get(generationAtom);
  get(busyAtom).add(() => generation.snapshot().size > 0);
  resumeWithScope(get(scopeAtom), generation);
});

export const useGeneration = (): Generation => useAtomValue(generationAtom);
export const useRenderProgress = (): RenderProgress => useSnapshot(useGeneration());

const NONE: readonly BatchItem[] = [];

/** What is painted again, for nothing, if the avatar's cut-out is mended; empty until it is known. */
export function useRepaintable(avatar: Avatar | undefined): readonly BatchItem[] {
  const { loaded, avatars, batches, mints } = useLibraryState();
  return useMemo(
    () =>
      avatar && loaded
        ? repaintable(
            avatar.uid,
            batches.find(({ id }) => id === avatar.batchId),
            avatars,
            mints,
          )
        : NONE,
    [avatar, loaded, avatars, batches, mints],
  );
}
