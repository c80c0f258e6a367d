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

/** Consecutive requests that differ only in size. */
export interface LedgerRow {
  /** The newest request's id. */
  readonly id: number;
  readonly at: number;
  readonly host: string;
  readonly purpose: RequestRecord['purpose'];
  readonly label: string;
  readonly status: RequestRecord['status'];
  readonly times: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly photoBytes: number;
  readonly avatarBytes: number;
}

/** The ledger, newest first. Polling repeats requests, so a run of the same request is one row. */
export function ledgerRows(records: readonly RequestRecord[]): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (const record of [...records].sort((a, b) => a.id - b.id)) {
    const { id, at, host, purpose, label, status, bytesUp, bytesDown, photoBytes, avatarBytes } =
      record;
    const last = rows.at(-1);
    const same =
      last?.host === host &&
      last.purpose === purpose &&
      last.label === label &&
      last.status === status;
    const before = same
      ? last
      : { times: 0, bytesUp: 0, bytesDown: 0, photoBytes: 0, avatarBytes: 0 };
    const row: LedgerRow = {
      id,
      at,
      host,
      purpose,
      label,
      status,
      times: before.times + 1,
      bytesUp: before.bytesUp + bytesUp,
      bytesDown: before.bytesDown + bytesDown,
      photoBytes: before.photoBytes + photoBytes,
      avatarBytes: before.avatarBytes + avatarBytes,
    };
    if (same) rows[rows.length - 1] = row;
    else rows.push(row);
  }
  return rows.reverse();
}
