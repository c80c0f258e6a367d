import { concatBytes } from '../core/bytes.ts';
import { LikenessError } from '../core/errors.ts';
import type { RequestPurpose, RequestRecord, Requests, RequestTotals } from '../ports/requests.ts';

/** Far above any JSON-RPC call, far below any picture. */
const LARGEST_BODY_BYTES = 64 * 1024;
/** A thousand signatures with their memos take about 1 MB: whatever answers with far more is up to no good. */
const LARGEST_ANSWER_BYTES = 8 * 1024 * 1024;
const KEPT_RECORDS = 500;
const DEFAULT_TIMEOUT_MS = 20_000;

export interface RequestsOptions {
  readonly timeoutMs?: number;
  readonly now?: () => number;
  readonly fetch?: typeof globalThis.fetch;
}

const NONE: RequestTotals = { requests: 0, bytesUp: 0, bytesDown: 0, photoBytes: 0 };

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/**
 * The app's one way out, and its ledger. But for `publish`, which minting alone calls, it takes
 * text only, of a size that holds no picture, so that what the ledger says of photo bytes is true
 * by construction.
 */
export function createRequests(options: RequestsOptions = {}): Requests {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, now = Date.now } = options;
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const listeners = new Set<() => void>();
  let records: readonly RequestRecord[] = [];
  const totals = new Map<RequestPurpose | undefined, RequestTotals>();
  let lastId = 0;

  function record(entry: RequestRecord): void {
    records = [...records.filter(({ id }) => id !== entry.id), entry].slice(-KEPT_RECORDS);
    const opening = entry.status === 'open';
    for (const purpose of [undefined, entry.purpose]) {
      const { requests, bytesUp, bytesDown, photoBytes } = totals.get(purpose) ?? NONE;
      totals.set(
        purpose,
        opening
          ? {
              requests: requests + 1,
              bytesUp: bytesUp + entry.bytesUp,
              bytesDown,
              photoBytes: photoBytes + entry.photoBytes,
            }
          : { requests, bytesUp, bytesDown: bytesDown + entry.bytesDown, photoBytes },
      );
    }
    for (const listener of listeners) listener();
  }

  type Entry = Pick<RequestRecord, 'purpose' | 'label' | 'bytesUp' | 'photoBytes'>;

  /** One request from its first line in the ledger to its last. */
  async function call<T>(
    url: string,
    about: Entry,
    init: RequestInit,
    read: (response: Response) => Promise<{ readonly bytes: number; readonly answer: T }>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { host } = new URL(url);
    const entry: RequestRecord = {
      id: ++lastId,
      at: now(),
      host,
      bytesDown: 0,
      status: 'open',
      ...about,
    };
    record(entry);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(url, {
        ...init,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
      });
      const { bytes, answer } = await read(response);
      record({ ...entry, bytesDown: bytes, status: 'done' });
      return answer;
    } catch (thrown) {
      record({ ...entry, status: 'failed' });
      signal?.throwIfAborted();
      throw new LikenessError(
        'network-unreachable',
        { host, label: about.label, timedOut: timeout.aborted },
        { cause: thrown },
      );
    }
  }

  return {
    async json({ url, purpose, label, body, idempotencyKey, signal }) {
      if (typeof body !== 'string') throw new TypeError('a request body is JSON text');
      const bytesUp = byteLength(body);
      if (bytesUp > LARGEST_BODY_BYTES)
        throw new RangeError(`a request body of ${bytesUp} bytes is too large`);
      return call(
        url,
        { purpose, label, bytesUp, photoBytes: 0 },
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          },
          body,
        },
        async (response) => {
          const { bytes, text } = await readText(response);
          const retryAfter = response.headers.get('retry-after');
          return {
            bytes,
            answer: {
              status: response.status,
              text,
              ...(retryAfter === null ? {} : { retryAfter }),
            },
          };
        },
        signal,
      );
    },

    get: ({ url, purpose, label, largest, signal }) =>
      call(
        url,
        { purpose, label, bytesUp: 0, photoBytes: 0 },
        { method: 'GET' },
        async (response) => {
          const bytes = await readUpTo(response, largest);
          return { bytes: bytes.length, answer: { status: response.status, bytes } };
        },
        signal,
      ),

    publish: ({ url, label, body, photoBytes, signal }) =>
      call(
        url,
        { purpose: 'media', label, bytesUp: body.length, photoBytes },
        { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body },
        async (response) => {
          const { bytes, text } = await readText(response);
          return { bytes, answer: { status: response.status, text } };
        },
        signal,
      ),

    note({ status, bytesDown, ...about }) {
      const entry: RequestRecord = {
        id: ++lastId,
        at: now(),
        photoBytes: 0,
        bytesDown: 0,
        status: 'open',
        ...about,
      };
      record(entry);
      record({ ...entry, bytesDown, status });
    },

    records: () => records,
    totals: (purpose) => totals.get(purpose) ?? NONE,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @throws RangeError as soon as more than `largest` bytes have come */
async function readUpTo(response: Response, largest: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (const reader = response.body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > largest) {
      await reader.cancel();
      throw new RangeError(`an answer of over ${largest} bytes`);
    }
    chunks.push(value);
  }
  return concatBytes(chunks);
}

async function readText(
  response: Response,
): Promise<{ readonly bytes: number; readonly text: string }> {
  const bytes = await readUpTo(response, LARGEST_ANSWER_BYTES);
  return { bytes: bytes.length, text: new TextDecoder().decode(bytes) };
}
