import { useEffect, useState } from 'react';

import type { EngineFetch } from '../ports/engine.ts';
import { usePorts } from './ports.ts';

/** Files that are here sooner, e.g. from the cache, need no words. */
const QUICK_MS = 1_000;

/**
 * How far the engine's files are, once fetching them takes longer than a second; else undefined. Use
 * it only where the engine is needed anyway: it loads the page's side of the engine.
 */
export function useEngineFetch(): EngineFetch | undefined {
  const { engine } = usePorts();
  const [fetching, setFetching] = useState<EngineFetch>();
  useEffect(() => {
    let left = false;
    let slow = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = (): void => undefined;
    engine().then(
      (one) => {
        if (left) return;
        const show = (): void => setFetching(slow ? one.fetching.snapshot() : undefined);
        const follow = (): void => {
          if (!one.fetching.snapshot()) {
            clearTimeout(timer);
            timer = undefined;
            slow = false;
          } else
            timer ??= setTimeout(() => {
              slow = true;
              show();
            }, QUICK_MS);
          show();
        };
        stop = one.fetching.subscribe(follow);
        follow();
      },
      // Whoever needs the engine says that it can't be loaded.
      () => undefined,
    );
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, [engine]);
  return fetching;
}
