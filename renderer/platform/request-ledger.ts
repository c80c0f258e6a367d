import { createState, type Subscribable } from '../core/subscribable.ts';
import type { Ledger, RequestRecord, RequestTotals } from '../ports/requests.ts';

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

/** The last requests, and the totals of all. */
export interface RequestLedger extends Subscribable<Ledger> {
  /** Records a request that begins. Returns what records its end. */
  open(about: Opening): (end: Pick<RequestRecord, 'status' | 'bytesDown'>) => void;
}

export function createRequestLedger(now: () => number): RequestLedger {
  const ledger = createState<Ledger>({ records: [], totals: NONE });
  let lastId = 0;

  const record = (
    entry: RequestRecord,
    add: (before: RequestTotals) => Partial<RequestTotals>,
  ): void =>
    ledger.update(({ records, totals }) => ({
      records: [...records.filter(({ id }) => id !== entry.id), entry].slice(-KEPT_RECORDS),
      totals: { ...totals, ...add(totals) },
    }));

  return {
    ...ledger,
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
  };
}
