import type { RequestPurpose } from '../ports/requests.ts';
import { useWatched } from './observable.ts';
import { usePorts } from './ports.ts';

/** Bytes of the photo among all that was sent in this session, by purpose or in all: counted, not claimed. */
export function usePhotoBytesSent(purpose?: RequestPurpose): number {
  const { requests } = usePorts();
  return useWatched({
    subscribe: (listener) => requests.subscribe(listener),
    snapshot: () =>
      requests
        .records()
        .reduce((sum, record) => sum + (purpose === undefined || record.purpose === purpose ? record.photoBytes : 0), 0),
  });
}

/** How many requests this session made. */
export function useRequestCount(): number {
  const { requests } = usePorts();
  return useWatched({ subscribe: (listener) => requests.subscribe(listener), snapshot: () => requests.records().length });
}
