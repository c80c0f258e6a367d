import { busyAtom } from '../busy.ts';
import { draftsAtom, sittingsAtom } from '../drafts/index.ts';
import { atom, useAtomValue } from '../jotai.ts';
import { useWatched } from '../observable.ts';
import { portsAtom } from '../ports.ts';
import { randomUint32 } from '../random.ts';
import { resumeKey, scopeAtom } from '../scope.ts';
import { lastAvatarSize } from '../settings.ts';
import { createGeneration, type Developing, type Generation } from './service.ts';

export type { Developing, Generation } from './service.ts';
export { batchProgress, itemSecondsLeft } from './progress.ts';
export { isOpen } from './transitions.ts';

export const generationAtom = atom((get): Generation => {
  const { store, engine, clock, locks } = get(portsAtom);
  return createGeneration({
    store,
    engine,
    sittings: get(sittingsAtom),
    releaseDraft: (draftId) => get(draftsAtom).release(draftId),
    locks,
    size: lastAvatarSize,
    now: clock.now,
    random: randomUint32,
  });
});

/**
 * Goes on with what was being made, on each chain that comes into view and in each account that is opened, and starts the batch of an
 * order as soon as it is paid. The composition root calls this once.
 */
export const startGenerationAtom = atom(null, (get, set) => {
  const { store } = get(portsAtom);
  const scope = get(scopeAtom);
  const generation = get(generationAtom);
  set(busyAtom, { now: () => generation.snapshot().size > 0 });
  let genesis: string | undefined;
  let resumed: string | undefined;
  const go = (): void => {
    if (genesis !== undefined) generation.resume(genesis).catch(() => undefined);
  };
  const follow = (): void => {
    const seen = scope.snapshot();
    const key = resumeKey(seen);
    if (seen === undefined || key === resumed) return;
    resumed = key;
    genesis = seen.genesis;
    go();
  };
  scope.subscribe(follow);
  store.watch(['orders'], go);
  follow();
});

export const useGeneration = (): Generation => useAtomValue(generationAtom);
export const useDeveloping = (): Developing => useWatched(useGeneration());
