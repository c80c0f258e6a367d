import type { createStore } from '../state/jotai.ts';
import { libraryAtom } from '../state/library/index.ts';

/** Longest time that a slow library keeps the rest waiting, in ms. */
const LONGEST = 3_000;

/** Begins to read the library. Resolves once it is read. */
export function openLibrary(store: ReturnType<typeof createStore>): Promise<void> {
  const library = store.get(libraryAtom);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST);
    const look = (): void => {
      if (!library.snapshot().loaded) return;
      clearTimeout(timer);
      resolve();
    };
    library.subscribe(look);
    look();
  });
}
