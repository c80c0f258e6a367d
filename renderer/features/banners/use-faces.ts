import { useEffect, useState } from 'react';

import { loadFaces } from './type-faces.ts';

/** The texts whose typefaces have loaded: those given, once they are ready. */
export function useFaces(texts: string): string | undefined {
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    let gone = false;
    const done = (): void => {
      if (!gone) setLoaded(texts);
    };
    // If a typeface can't be loaded, the canvas falls back to the next one.
    loadFaces([texts]).then(done, done);
    return () => {
      gone = true;
    };
  }, [texts]);
  return loaded;
}
