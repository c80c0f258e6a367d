import { useEffect, useState } from 'react';

import { noted } from '../core/log/log.ts';
import type { UpdateState } from '../core/updates.ts';
import type { Updates } from '../ports/updates.ts';

/** How far looking for a newer version is; undefined while unknown, or if there are no updates. */
export function useUpdateState(updates: Updates): UpdateState | undefined {
  const [state, setState] = useState<UpdateState>();
  useEffect(() => {
    let isKnown = false;
    const stop = updates.subscribe((next) => {
      isKnown = true;
      setState(next);
    });
    // An update that arrived meanwhile is newer than this answer.
    updates.state().then((first) => isKnown || setState(first), noted('updates.state'));
    return () => {
      isKnown = true;
      stop();
    };
  }, [updates]);
  return state;
}
