import { useEffect, useState } from 'react';

import { noted } from '../core/log/log.ts';
import type { LogPlace } from '../core/log/places.ts';

/**
 * The result of `read`. Undefined until it is there, without a `read`, and after a failure.
 * @param read must be the same function for the same question; another function asks anew
 * @param place logs failures; without one, `read` must not reject
 */
export function useAsync<T>(read: (() => Promise<T>) | undefined, place?: LogPlace): T | undefined {
  const [found, setFound] = useState<{ readonly by: unknown; readonly result: T }>();
  useEffect(() => {
    if (!read) return;
    let gone = false;
    void read().then(
      (result) => {
        if (!gone) setFound({ by: read, result });
      },
      place && noted(place),
    );
    return () => {
      gone = true;
    };
  }, [read, place]);
  return found?.by === read ? found?.result : undefined;
}
