import { useWatched } from './observable.ts';
import { usePorts } from './ports.ts';

const nothing = () => () => undefined;

/** Whether pictures can be made offline: always on the desktop, on the web once all is cached. */
export function useOfflineReady(): boolean {
  const { offline } = usePorts();
  return useWatched({
    snapshot: () => offline?.ready() ?? true,
    initial: () => true,
    subscribe: (listener) => offline?.subscribe(listener) ?? nothing(),
  });
}
