import type { RequestPurpose, RequestRecord, Requests, RequestTotals } from '../ports/requests.ts';

const KEPT_RECORDS = 500;

const NONE: RequestTotals = {
  requests: 0,
  bytesUp: 0,
  bytesDown: 0,
  photoBytes: 0,
  avatarBytes: 0,
};

/** What a request is before it is made. */
export type Opening = Pick<
  RequestRecord,
  'purpose' | 'label' | 'host' | 'bytesUp' | 'photoBytes' | 'avatarBytes'
>;

/** The last requests, and the totals of all, by purpose. */
export interface RequestLedger extends Pick<Requests, 'records' | 'totals' | 'subscribe'> {
  /** Records a request that begins. Returns what records its end. */
  open(about: Opening): (end: Pick<RequestRecord, 'status' | 'bytesDown'>) => void;
}

export function createRequestLedger(now: () => number): RequestLedger {
  const listeners = new Set<() => void>();
  const totals = new Map<RequestPurpose | undefined, RequestTotals>();
  let records: readonly RequestRecord[] = [];
  let lastId = 0;

  function record(
    entry: RequestRecord,
    add: (before: RequestTotals) => Partial<RequestTotals>,
  ): void {
    records = [...records.filter(({ id }) => id !== entry.id), entry].slice(-KEPT_RECORDS);
    for (const purpose of [undefined, entry.purpose]) {
      const before = totals.get(purpose) ?? NONE;
      totals.set(purpose, { ...before, ...add(before) });
    }
    for (const listener of listeners) listener();
  }

  return {
    open(about) {
      const entry: RequestRecord = {
        id: ++lastId,
        at: now(),
        bytesDown: 0,
        status: 'open',
        ...about,
      };
      record(entry, (before) => ({
        requests: before.requests + 1,
        bytesUp: before.bytesUp + entry.bytesUp,
        photoBytes: before.photoBytes + entry.photoBytes,
        avatarBytes: before.avatarBytes + entry.avatarBytes,
      }));
      return (end) =>
        record({ ...entry, ...end }, ({ bytesDown }) => ({
          bytesDown: bytesDown + end.bytesDown,
        }));
    },
    records: () => records,
    totals: (purpose) => totals.get(purpose) ?? NONE,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
