import { useCallback } from 'react';

import { useAsync } from '../../state/use-async.ts';
import { loadFaces } from './type-faces.ts';

/** The texts whose typefaces have loaded: those given, once they are ready. */
export function useFaces(texts: string): string | undefined {
  const read = useCallback(() => {
    const done = (): string => texts;
    // If a typeface can't be loaded, the canvas falls back to the next one.
    return loadFaces([texts]).then(done, done);
  }, [texts]);
  return useAsync(read);
}
