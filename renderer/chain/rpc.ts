import { LikenessError } from '../core/errors.ts';
import { note } from '../core/log/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Requests } from '../ports/requests.ts';

/**
 * A JSON-RPC client over several addresses. It tries each in turn; one that answers 429 pauses for
 * as long as it asks, and after a round of failures the back-off grows.
 */
export interface RpcOptions {
  readonly addresses: readonly string[];
  readonly requests: Pick<Requests, 'json'>;
  readonly clock: Clock;
  /** Random number, 0 ≤ chance < 1, for jitter. */
  readonly chance: () => number;
  readonly rounds?: number;
}

export interface Rpc {
  /**
   * Returns the first usable answer to a JSON-RPC request.
   * @throws LikenessError 'network-unreachable', or 'network-busy' when every answer was 429
   */
  send(body: string, signal?: AbortSignal): Promise<string>;
}

/** Milliseconds before a request to an address times out. */
const TIMEOUT = 10_000;
const ROUNDS = 3;
const BACKOFF = 400;
const LONGEST_COOL_DOWN = 30_000;
/** Reading a long history asks this often. Calls made in the same turn are sent as one batch. */
const BATCHED = 'getTransaction';
/** Calls per batch. Public nodes count them singly, and allow 40 of a kind in ten seconds. */
const MAX_BATCH = 20;
/** JSON-RPC errors that another node may not give: behind, rate-limited, snapshot missing. */
const ELSEWHERE = new Set([-32005, -32004, -32016, 429]);

/** 'refused': the node takes no batches. */
type Failure = { readonly failed: 'busy' | 'down' | 'refused' };
type Answer = { readonly text: string } | Failure;

/** Calls of one turn, by their bodies, and the answers to those that were answered, by id. */
interface Batch {
  readonly bodies: string[];
  readonly answers: Promise<ReadonlyMap<unknown, string>>;
}

export function createRpc({
  addresses,
  requests,
  clock,
  chance,
  rounds = ROUNDS,
}: RpcOptions): Rpc {
  if (addresses.length === 0) throw new RangeError('no RPC address');
  const coolUntil = new Map<string, number>();
  let preferred = 0;

  async function ask(
    url: string,
    label: string,
    body: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const timer = new AbortController();
    const silence = clock.wait(TIMEOUT, timer.signal).then(
      () => timer.abort(new DOMException('RPC silent', 'TimeoutError')),
      () => undefined, // The address answered in time.
    );
    const either = signal ? AbortSignal.any([signal, timer.signal]) : timer.signal;
    try {
      const response = await requests.json({ url, purpose: 'chain', label, body, signal: either });
      if (response.status === 429) {
        coolUntil.set(url, clock.now() + coolDownFor(response.retryAfter, clock.now()));
        return { failed: 'busy' };
      }
      if (response.status !== 200)
        return { failed: isBatch(body) && response.status < 500 ? 'refused' : 'down' };
      const usable = (isBatch(body) ? batchUsability : usability)(response.text, body);
      return usable === 'ok' ? { text: response.text } : { failed: usable };
    } catch (thrown) {
      signal?.throwIfAborted();
      note('chain.rpc', thrown);
      return { failed: 'down' };
    } finally {
      timer.abort();
      await silence;
    }
  }

  async function round(
    label: string,
    body: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    let last: Failure = { failed: 'busy' };
    for (let i = 0; i < addresses.length; i += 1) {
      const index = (preferred + i) % addresses.length;
      const url = addresses[index] ?? '';
      const left = (coolUntil.get(url) ?? 0) - clock.now();
      // No pause is longer, so the clock was set back.
      if (left > 0 && left <= LONGEST_COOL_DOWN) continue;
      const answer = await ask(url, label, body, signal);
      if ('text' in answer) {
        preferred = index;
        return answer;
      }
      // A node that refuses the batch may take its calls singly, whatever the others answer.
      if (last.failed !== 'refused') last = answer;
    }
    return last;
  }

  /** Time until the first pausing address is free again, or the back-off, whichever is longer. */
  function pause(turn: number): number {
    const coolDowns = addresses.map((url) => (coolUntil.get(url) ?? 0) - clock.now());
    const backoff = BACKOFF * 2 ** turn * (0.5 + chance());
    return Math.max(backoff, Math.min(...coolDowns, LONGEST_COOL_DOWN));
  }

  /** The answer; undefined if no node answers the batch, and one takes no batches. */
  async function sendNow(body: string, signal?: AbortSignal): Promise<string | undefined> {
    const label = labelOf(body);
    for (let turn = 0; ; turn += 1) {
      signal?.throwIfAborted();
      const answer = await round(label, body, signal);
      if ('text' in answer) return answer.text;
      if (answer.failed === 'refused') return undefined;
      if (turn + 1 >= rounds) {
        throw new LikenessError(answer.failed === 'busy' ? 'network-busy' : 'network-unreachable', {
          method: label,
        });
      }
      await clock.wait(pause(turn), signal);
    }
  }

  let takesBatches = true;
  const batches = new Map<AbortSignal | undefined, Batch>();

  async function sendBatch(bodies: readonly string[], signal?: AbortSignal) {
    const text = bodies.length > 1 ? await sendNow(`[${bodies.join(',')}]`, signal) : '[]';
    takesBatches &&= text !== undefined;
    const usable = (JSON.parse(text ?? '[]') as Call[])
      .map((one) => [one.id, JSON.stringify(one)] as const)
      .filter(([, one]) => usability(one) === 'ok');
    return new Map<unknown, string>(usable);
  }

  /** Adds a call to this turn's batch. */
  function join(body: string, signal?: AbortSignal): Batch {
    const open = batches.get(signal);
    if (open) {
      open.bodies.push(body);
      if (open.bodies.length === MAX_BATCH) batches.delete(signal);
      return open;
    }
    const bodies = [body];
    const batch = {
      bodies,
      answers: Promise.resolve().then(() => {
        if (batches.get(signal)?.bodies === bodies) batches.delete(signal);
        return sendBatch(bodies, signal);
      }),
    };
    batches.set(signal, batch);
    return batch;
  }

  return {
    async send(body, signal) {
      const { id, method } = JSON.parse(body) as Call;
      const batch = method === BATCHED && takesBatches ? join(body, signal) : undefined;
      const text = (await batch?.answers)?.get(id) ?? (await sendNow(body, signal));
      // Only a batch can be refused.
      if (text === undefined) throw new LikenessError('network-unreachable', { method: BATCHED });
      return text;
    },
  };
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3), in milliseconds and capped. */
export function coolDownFor(retryAfter: string | undefined, now: number): number {
  const seconds = Number(retryAfter ?? '');
  const asked =
    retryAfter && Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter ?? '') - now;
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), LONGEST_COOL_DOWN) : 1_000;
}

interface Envelope {
  readonly error?: { readonly code?: unknown } | null;
}

/**
 * A JSON-RPC response: a result, which may be null, or an error with a number. A captive portal's
 * or a proxy's page has neither.
 */
function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== 'object' || value === null) return false;
  return 'result' in value || typeof (value as Envelope).error?.code === 'number';
}

function usability(text: string): 'ok' | 'busy' | 'down' {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isEnvelope(answer)) return 'down';
    const code = answer.error?.code;
    if (typeof code !== 'number' || !ELSEWHERE.has(code)) return 'ok';
    return code === 429 ? 'busy' : 'down';
  } catch {
    return 'down'; // The answer isn't JSON.
  }
}

interface Call {
  readonly id?: unknown;
  readonly method?: string;
}

const isBatch = (body: string): boolean => body.startsWith('[');

/** Usable if it answers each call once, in any order. One error for all refuses batches. */
function batchUsability(text: string, body: string): ReturnType<typeof usability> | 'refused' {
  const one = usability(text);
  if (one !== 'down') return one === 'ok' ? 'refused' : one;
  try {
    const answers = (JSON.parse(text) as Call[]).map(({ id }) => id);
    const asked = (JSON.parse(body) as Call[]).map(({ id }) => id);
    const isWhole = answers.length === asked.length && asked.every((id) => answers.includes(id));
    return isWhole ? 'ok' : 'down';
  } catch {
    return 'down'; // The answer isn't a list of answers.
  }
}

function labelOf(body: string): string {
  const calls = [JSON.parse(body) as Call | Call[]].flat();
  const method = calls[0]?.method ?? 'unknown';
  return calls.length > 1 ? `${method} × ${String(calls.length)}` : method;
}

/**
 * web3.js makes its calls with `fetch`; this routes them through this client, and so through the
 * request port.
 */
export const fetchThrough =
  (rpc: Rpc, signal?: AbortSignal): typeof globalThis.fetch =>
  async (_url, init) => {
    const body = init?.body;
    if (typeof body !== 'string') throw new TypeError('a JSON-RPC request has a text body');
    return new Response(await rpc.send(body, signal), {
      headers: { 'content-type': 'application/json' },
    });
  };
