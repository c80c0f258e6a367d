import type { RequestRecord } from '../../ports/requests.ts';
import type { SeenOrigin } from '../../ports/resource-monitor.ts';

export interface CheckedOrigin extends SeenOrigin {
  /** Own: the app's files. Listed: a host in the ledger. Unlisted: neither, which is a bug. */
  readonly kind: 'own' | 'listed' | 'unlisted';
}

/** Compares each origin that the browser recorded with the app's own and those in its ledger. */
export function crossCheck(
  seen: readonly SeenOrigin[],
  own: string,
  records: readonly RequestRecord[],
): readonly CheckedOrigin[] {
  const listed = new Set(records.map(({ host }) => host));
  return seen.map((one) => ({
    ...one,
    kind: one.origin === own ? 'own' : listed.has(new URL(one.origin).host) ? 'listed' : 'unlisted',
  }));
}

/** Consecutive requests that differ only in size: the newest one, with the bytes of all. */
export interface LedgerRow extends RequestRecord {
  readonly times: number;
}

/** The ledger, newest first. Polling repeats requests, so a run of the same request is one row. */
export function ledgerRows(records: readonly RequestRecord[]): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (const record of [...records].sort((a, b) => a.id - b.id)) {
    const last = rows.at(-1);
    const same =
      last?.host === record.host &&
      last.purpose === record.purpose &&
      last.label === record.label &&
      last.status === record.status;
    if (!same) rows.push({ ...record, times: 1 });
    else
      rows[rows.length - 1] = {
        ...record,
        times: last.times + 1,
        bytesUp: last.bytesUp + record.bytesUp,
        bytesDown: last.bytesDown + record.bytesDown,
        photoBytes: last.photoBytes + record.photoBytes,
        avatarBytes: last.avatarBytes + record.avatarBytes,
      };
  }
  return rows.reverse();
}
