import { concatBytes } from '../core/bytes.ts';
import { LikenessError } from '../core/errors.ts';
import type { Requests } from '../ports/requests.ts';
import { createRequestLedger, type Opening } from './request-ledger.ts';

/** Far above any JSON-RPC call, far below any picture. */
const LARGEST_BODY_BYTES = 64 * 1024;
/**
 * A thousand signatures with their memos take about 1 MB. A node that answers with much more is
 * faulty or hostile.
 */
const LARGEST_ANSWER_BYTES = 8 * 1024 * 1024;
/** A picture of 64 MB in Base64, and a little. */
const LARGEST_LINE = 90 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 20_000;
/** An engine may work for long, and the local server gives up before this. */
const ENGINE_TIMEOUT_MS = 6 * 60 * 60_000;

export interface RequestsOptions {
  readonly timeoutMs?: number;
  readonly now?: () => number;
  readonly fetch?: typeof globalThis.fetch;
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/**
 * The app's only way to the network, and its ledger. Except for `publish`, which only minting
 * calls, and `relay`, which goes no farther than this machine, it accepts only text too short to hold
 * a picture. What the local server or the main process then sends to an engine, they say (`note`).
 */
export function createRequests(options: RequestsOptions = {}): Requests {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, now = Date.now } = options;
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const ledger = createRequestLedger(now);

  /** Makes one request and keeps its ledger line up to date. */
  async function call<T>(
    url: string,
    about: Omit<Opening, 'host'>,
    init: RequestInit,
    read: (response: Response) => Promise<{ readonly bytes: number; readonly answer: T }>,
    signal: AbortSignal | undefined,
    limitMs = timeoutMs,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { host } = new URL(url);
    const close = ledger.open({ ...about, host });
    const timeout = AbortSignal.timeout(limitMs);
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
      close({ bytesDown: bytes, status: 'done' });
      return answer;
    } catch (thrown) {
      close({ bytesDown: 0, status: 'failed' });
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
        { purpose, label, bytesUp, photoBytes: 0, avatarBytes: 0 },
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
        { purpose, label, bytesUp: 0, photoBytes: 0, avatarBytes: 0 },
        { method: 'GET' },
        async (response) => {
          const bytes = await readUpTo(response, largest);
          return { bytes: bytes.length, answer: { status: response.status, bytes } };
        },
        signal,
      ),

    publish: ({ url, label, body, avatarBytes, signal }) =>
      call(
        url,
        { purpose: 'media', label, bytesUp: body.length, photoBytes: 0, avatarBytes },
        { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body },
        async (response) => {
          const { bytes, text } = await readText(response);
          return { bytes, answer: { status: response.status, text } };
        },
        signal,
      ),

    relay: ({ path, body, onLine }) =>
      call(
        new URL(path, location.origin).href,
        {
          purpose: 'engine',
          label: `${path}, by the local server`,
          bytesUp: byteLength(body),
          photoBytes: 0,
          avatarBytes: 0,
        },
        { method: 'POST', headers: { 'content-type': 'application/json' }, body },
        async (response) => {
          const bytes = await readLines(response, onLine);
          return { bytes, answer: { status: response.status } };
        },
        undefined,
        ENGINE_TIMEOUT_MS,
      ),

    note({ status, bytesDown, ...about }) {
      ledger.open({ photoBytes: 0, avatarBytes: 0, ...about })({ status, bytesDown });
    },

    ledger,
  };
}

/** @throws RangeError as soon as more than `largest` bytes have arrived */
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

/** Gives each line as it comes; returns the bytes of all. @throws RangeError for an endless line */
async function readLines(response: Response, onLine: (line: string) => void): Promise<number> {
  const decoder = new TextDecoder();
  let length = 0;
  let parts: string[] = [];
  let held = 0;
  for (const reader = response.body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    const [first = '', ...more] = decoder.decode(value, { stream: true }).split('\n');
    parts.push(first);
    held += first.length;
    for (const part of more) {
      onLine(parts.join(''));
      parts = [part];
      held = part.length;
    }
    if (held > LARGEST_LINE) {
      await reader.cancel();
      throw new RangeError(`a line of over ${LARGEST_LINE} characters`);
    }
  }
  return length;
}
