import type { RequestPurpose, RequestRecord, RequestTotals } from '../ports/requests.ts';
import { useWatched } from './observable.ts';
import { usePorts } from './ports.ts';

const NO_TOTALS: RequestTotals = {
  requests: 0,
  bytesUp: 0,
  bytesDown: 0,
  photoBytes: 0,
  avatarBytes: 0,
};
const NO_RECORDS: readonly RequestRecord[] = [];

/** Counts the bytes that this session sent, in total or for one purpose. */
export function useRequestTotals(purpose?: RequestPurpose): RequestTotals {
  const { requests } = usePorts();
  return useWatched({
    subscribe: (listener) => requests.subscribe(listener),
    snapshot: () => requests.totals(purpose),
    initial: () => NO_TOTALS,
  });
}

/** Each request of this session, the oldest first. */
export function useRequestRecords(): readonly RequestRecord[] {
  const { requests } = usePorts();
  return useWatched({
    subscribe: (listener) => requests.subscribe(listener),
    snapshot: () => requests.records(),
    initial: () => NO_RECORDS,
  });
}
