import { useEffect, useState } from 'react';

import { noted } from '../core/log/log.ts';
import type { UpdateState } from '../core/updates.ts';
import type { Updates } from '../ports/updates.ts';

/** How far looking for a newer version is; undefined while not known, and where there is none to be had. */
export function useUpdateState(updates: Updates): UpdateState | undefined {
  const [state, setState] = useState<UpdateState>();
  useEffect(() => {
    let told = false;
    const stop = updates.subscribe((next) => {
      told = true;
      setState(next);
    });
    // News that came meanwhile is newer than this answer.
    updates.state().then((first) => told || setState(first), noted('updates.state'));
    return () => {
      told = true;
      stop();
    };
  }, [updates]);
  return state;
}
