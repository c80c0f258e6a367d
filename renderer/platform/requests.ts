import { LikenessError } from '../core/errors.ts';
import type { RequestRecord, Requests } from '../ports/requests.ts';

/** Far above any JSON-RPC call, far below any picture. */
const LARGEST_BODY_BYTES = 64 * 1024;
const KEPT_RECORDS = 500;
const DEFAULT_TIMEOUT_MS = 20_000;

export interface RequestsOptions {
  readonly timeoutMs?: number;
  readonly now?: () => number;
  readonly fetch?: typeof globalThis.fetch;
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/**
 * The app's one way out, and its ledger. It takes text only, of a size that holds no picture, so
 * that what the ledger says of photo bytes is true by construction.
 */
export function createRequests(options: RequestsOptions = {}): Requests {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, now = Date.now } = options;
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const listeners = new Set<() => void>();
  let records: readonly RequestRecord[] = [];
  let lastId = 0;

  function record(entry: RequestRecord): void {
    records = [...records.filter(({ id }) => id !== entry.id), entry].slice(-KEPT_RECORDS);
    for (const listener of listeners) listener();
  }

  return {
    async json({ url, purpose, label, body, signal }) {
      if (typeof body !== 'string') throw new TypeError('a request body is JSON text');
      const bytesUp = byteLength(body);
      if (bytesUp > LARGEST_BODY_BYTES) throw new RangeError(`a request body of ${bytesUp} bytes is too large`);
      signal?.throwIfAborted();

      const { host } = new URL(url);
      const entry: RequestRecord = { id: ++lastId, at: now(), purpose, host, label, bytesUp, bytesDown: 0, photoBytes: 0, status: 'open' };
      record(entry);
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await send(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          cache: 'no-store',
          credentials: 'omit',
          redirect: 'error',
          referrerPolicy: 'no-referrer',
        });
        const text = await response.text();
        record({ ...entry, bytesDown: byteLength(text), status: 'done' });
        const retryAfter = response.headers.get('retry-after');
        return { status: response.status, text, ...(retryAfter === null ? {} : { retryAfter }) };
      } catch (thrown) {
        record({ ...entry, status: 'failed' });
        signal?.throwIfAborted();
        throw new LikenessError('network-unreachable', { host, label, timedOut: timeout.aborted }, { cause: thrown });
      }
    },

    records: () => records,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
