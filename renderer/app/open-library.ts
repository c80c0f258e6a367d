import type { createStore } from 'jotai';

import { libraryAtom } from '../state/library/index.ts';

/** Milliseconds that a slow library keeps the rest waiting at most. */
const LONGEST_WAIT_MS = 3_000;

/**
 * Begins to read the library, and follows it. Resolves once it is read or can't be, or after the
 * longest wait.
 */
export function openLibrary(store: ReturnType<typeof createStore>): Promise<void> {
  const library = store.get(libraryAtom);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_WAIT_MS);
    const look = (): void => {
      const { loaded, failed } = library.snapshot();
      if (!loaded && !failed) return;
      clearTimeout(timer);
      resolve();
    };
    library.subscribe(look);
    look();
  });
}
