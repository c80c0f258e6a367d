import { useEffect, useMemo, useState } from 'react';

import { noted } from '../../core/log/log.ts';
import { atom, useAtomValue } from '../jotai.ts';
import { useObjectUrl } from '../object-url.ts';
import { useWatched } from '../observable.ts';
import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { scopeAtom } from '../scope.ts';
import { settingsAtom } from '../settings.ts';
import { createLibrary, type Library, type LibraryState } from './library.ts';
import { createSampleStore, type SampleStore, type SampleStoreState } from './sample-store.ts';

export { type Library, type LibraryState, NAME_MAX_LENGTH } from './library.ts';
export { type Sample, SAMPLE_PEOPLE, SAMPLES } from './samples.ts';
export type { SampleStore, SampleStoreState } from './sample-store.ts';
export { shippedPicture } from './shipped-picture.ts';

export const libraryAtom = atom((get): Library => {
  const { store, downloads, engine } = get(portsAtom);
  return createLibrary({ store, downloads, engine, scope: get(scopeAtom) });
});

const sampleStoreAtom = atom((get): SampleStore => {
  const { downloads, clock } = get(portsAtom);
  return createSampleStore({
    downloads,
    memory: localMemory(),
    now: clock.now,
    chance: Math.random,
    every: (ms, run) => {
      const timer = setInterval(run, ms);
      return () => clearInterval(timer);
    },
  });
});

export const useLibrary = (): Library => useAtomValue(libraryAtom);
/** `untouched`: the samples stand in, if the settings let them. */
export function useLibraryState(): LibraryState {
  const state = useWatched(useLibrary());
  const { samples } = useAtomValue(settingsAtom);
  return useMemo(() => ({ ...state, untouched: state.untouched && samples }), [state, samples]);
}
export const useSampleStore = (): SampleStore => useAtomValue(sampleStoreAtom);
export const useSampleStoreState = (): SampleStoreState => useWatched(useSampleStore());

/** The address of an own avatar's picture, once it is read; revoked when it is no longer shown. */
export function usePictureUrl(uid: string, which: 'thumb' | 'full'): string | undefined {
  const library = useLibrary();
  const [found, setFound] = useState<{ uid: string; blob: Blob }>();
  useEffect(() => {
    let gone = false;
    library.picture(uid).then((picture) => {
      if (!gone && picture) setFound({ uid, blob: picture[which] });
    }, noted('avatar.picture'));
    return () => {
      gone = true;
    };
  }, [library, uid, which]);
  return useObjectUrl(found?.uid === uid ? found.blob : undefined);
}

/** The avatar that was deleted last, for as long as it can be brought back: this visit. */
export const removedAtom = atom<
  { readonly name: string; readonly undo: () => Promise<void> } | undefined
>(undefined);
