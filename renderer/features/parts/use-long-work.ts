import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';

import type { WorkOptions } from '../../ports/work-options.ts';
import { busyAtom } from '../../state/busy.ts';

/** Long work, `done` from 0 to 1 while it runs. Leaving the screen cancels it; the page asks first. */
export function useLongWork() {
  const [done, setDone] = useState<number>();
  const { hold, guard } = useAtomValue(busyAtom);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const run = async <T>(work: (options: Required<WorkOptions>) => Promise<T>): Promise<T> => {
    const mine = new AbortController();
    control.current = mine;
    setDone(0);
    try {
      return await hold(() =>
        guard(() =>
          work({
            signal: mine.signal,
            // Whole per cents are enough to see; finer steps would only cause renders.
            onProgress: (now) => setDone(Math.round(now * 100) / 100),
          }),
        ),
      );
    } finally {
      setDone(undefined);
    }
  };
  return { done, run, cancel: () => control.current?.abort() };
}
