import { useSyncExternalStore } from 'react';

import type { Subscribable } from '../core/subscribable.ts';

/** The value now; the component renders again with each change. */
export const useSnapshot = <T>({ subscribe, snapshot, initial = snapshot }: Subscribable<T>): T =>
  useSyncExternalStore(subscribe, snapshot, initial);
