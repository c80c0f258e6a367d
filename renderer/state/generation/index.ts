import { atom, useAtomValue } from 'jotai';

import { busyAtom } from '../busy.ts';
import { analysesAtom, draftsAtom } from '../drafts/index.ts';
import { portsAtom } from '../ports.ts';
import { randomUint32 } from '../random.ts';
import { lastAvatarSize, lastSetChoice } from '../settings.ts';
import { resumeWithScopeAtom } from '../tasks/index.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { Generation, RenderProgress } from './contract.ts';
import { createGeneration } from './service.ts';

export type { RenderProgress, Generation } from './contract.ts';
export { batchProgress, itemSecondsLeft } from './progress.ts';
export { isOpen } from './journal.ts';
export { exchange, remake, type Remade } from './remake.ts';
export { planLooks, type Look } from './plan.ts';

export const generationAtom = atom((get): Generation => {
  const { store, engine, clock, locks } = get(portsAtom);
  return createGeneration({
    store,
    engine,
    analyses: get(analysesAtom),
    releaseDraft: (draftId) => get(draftsAtom).release(draftId),
    locks,
    size: lastAvatarSize,
    set: lastSetChoice,
    clock,
    random: randomUint32,
  });
});

/**
 * Continues the batches that can be read, and starts the batch of an order as soon as it is paid.
 * The composition root sets this once.
 */
export const resumeGenerationAtom = atom(null, (get, set) => {
  const generation = get(generationAtom);
  set(busyAtom, { now: () => generation.snapshot().size > 0 });
  set(resumeWithScopeAtom, generation);
});

export const useGeneration = (): Generation => useAtomValue(generationAtom);
export const useRenderProgress = (): RenderProgress => useSnapshot(useGeneration());
