import type { RequestRecord } from '../../ports/requests.ts';
import type { SeenOrigin } from '../../ports/resource-monitor.ts';

export interface CheckedOrigin extends SeenOrigin {
  /** Ours: the app's own files. Listed: a host of the ledger. Unlisted: neither, which should never be. */
  readonly kind: 'own' | 'listed' | 'unlisted';
}

/** Each origin that the browser saw, held against the app's own and those of its ledger. */
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
