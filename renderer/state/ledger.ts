import type { RequestPurpose, RequestTotals } from '../ports/requests.ts';
import { useWatched } from './observable.ts';
import { usePorts } from './ports.ts';

/** What this session sent, in all or for one purpose: counted, not claimed. */
export function useRequestTotals(purpose?: RequestPurpose): RequestTotals {
  const { requests } = usePorts();
  return useWatched({
    subscribe: (listener) => requests.subscribe(listener),
    snapshot: () => requests.totals(purpose),
  });
}
