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
