import { useEffect, useState } from 'react';

import { noted } from '../core/log/log.ts';
import type { LogPlace } from '../core/log/places.ts';

/**
 * The result of `read`. Undefined until it is there, without a `read`, and after a failure; if it is
 * read again and fails, the last result stays.
 * @param read must be the same function for the same question; another function asks anew
 * @param place logs failures; without one, `read` must not reject
 * @param watch calls back when it has to be read again; the same function for the same question
 */
export function useAsync<T>(
  read: (() => Promise<T>) | undefined,
  place?: LogPlace,
  watch?: (changed: () => void) => () => void,
): T | undefined {
  const [found, setFound] = useState<{ readonly by: unknown; readonly result: T }>();
  useEffect(() => {
    if (!read) return;
    let gone = false;
    const ask = (): void =>
      void read().then(
        (result) => {
          if (!gone) setFound({ by: read, result });
        },
        place && noted(place),
      );
    ask();
    const stop = watch?.(ask);
    return () => {
      gone = true;
      stop?.();
    };
  }, [read, place, watch]);
  return found?.by === read ? found?.result : undefined;
}
