import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in a prerendered page, which knows nothing of its visitor; true once the app runs. */
export const useIsRunning = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
