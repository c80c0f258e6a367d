import { z } from 'zod';

import { fromBase64 } from '../base64.ts';
import { concatBytes } from '../bytes.ts';
import type { LookText } from '../looks.ts';

/**
 * An engine of the user's own, which makes pictures of a person from a photo and a text. An adapter
 * sends nothing: it yields requests and reads the answers that it gets for them, so that the same code
 * runs wherever there is a way to send, and any answer can be tried in a test.
 */
export interface LookEngine {
  /** Whether a picture that this engine is making can be asked for later, by its job. */
  readonly resumes: boolean;
  /** Whether the engine follows instructions, or only paints over the photo: then art looks only. */
  readonly edits: boolean;
  probe(): Flow<Readiness>;
  make(job: LookJob): Flow<Uint8Array>;
  /** Waits for a picture that was begun earlier. @throws EngineError 'job-lost' if it isn't known there */
  resume(job: LookJob): Flow<Uint8Array>;
  /** Stops that job and no other, as far as the engine can. */
  cancel(job: LookJob): Flow<void>;
}

/** What a probe finds. An engine may answer and still lack what it needs. */
export interface Readiness {
  readonly version: string;
  /** What is missing, each as a sentence; empty if the engine is ready. */
  readonly missing: readonly string[];
  /** Parts of its workflow that send the photo on to somebody else, by name. */
  readonly sendsOn: readonly string[];
}

export interface LookJob {
  /** A UUID of ours. */
  readonly id: string;
  /** The engine's own name for the job, if it gave one. */
  readonly engineJob?: string | undefined;
  readonly text: LookText;
  /** JPEG of head and shoulders, square. */
  readonly photo: Uint8Array;
  /** Edge of the wanted picture in pixels. */
  readonly size: number;
  readonly seed: number;
}

export interface EngineRequest {
  readonly method: 'GET' | 'POST';
  /** Added to the engine's address; or a whole address, as an answer named it. */
  readonly path: string;
  readonly type?: string;
  readonly body?: Uint8Array;
  /** It makes a picture, so nobody may send it twice without being asked. */
  readonly makes?: true;
  /** Bytes of the photo that it carries. */
  readonly photoBytes?: number;
}

export interface EngineAnswer {
  readonly status: number;
  /** Seconds of the header `Retry-After`. */
  readonly retryAfter?: number;
  readonly body: Uint8Array;
}

/** What a flow asks of whoever runs it. */
export type Step =
  | { readonly do: 'ask'; readonly request: EngineRequest }
  | { readonly do: 'wait'; readonly milliseconds: number }
  /** The engine's own name for the job, to be kept before anything else is done. */
  | { readonly do: 'keep'; readonly engineJob: string }
  /** The job's place in the engine's queue, from 1; 0 while its picture is made. */
  | { readonly do: 'report'; readonly place: number };

/** Only 'ask' is answered. Its failures are thrown into the flow, as `EngineError`. */
export type Flow<T> = Generator<Step, T, EngineAnswer | undefined>;

/** Every failure, with its sentence. `{…}` is replaced by what the engine said. */
export const ENGINE_SENTENCES = {
  'not-running': 'It doesn’t answer. Start it, and check its address.',
  'address-refused':
    'Its address isn’t one that photos are sent to: link-local and reserved addresses are refused, and so is http outside this machine and its networks.',
  redirected: 'It answered with a redirect, which isn’t followed. Name the address it leads to.',
  forbidden:
    'It refused the request: {said}. Check what the key may do, and whether a proxy in front of it blocks the request.',
  key: 'It doesn’t accept the key. Check the variable that holds it.',
  quota: 'Its account has no credit left, or a limit is reached: {said}.',
  busy: 'It is busy. Try again later.',
  'cannot-edit': 'It can’t edit pictures: it lacks the request that this needs.',
  'not-ready': 'It isn’t ready: {said}.',
  moderation: 'Its safety check refused the picture: {said}. Choose another look.',
  memory: 'It ran out of memory. Free some, or take a smaller model.',
  'too-large': 'It answered with more than is read, 64 MB.',
  'not-a-picture': 'It didn’t answer with a picture: {said}.',
  'nothing-made': 'It ended without a new picture.',
  'job-lost': 'It no longer knows this picture. It was restarted.',
  'lost-after-sending':
    'The connection was lost after the photo was sent. The engine may have made the picture, and may have charged for it.',
  'timed-out': 'It gave no sign of life for too long.',
  cancelled: 'It was cancelled.',
  failed: 'It failed: {said}.',
} as const;
export type EngineErrorCode = keyof typeof ENGINE_SENTENCES;

/** Why the host of the engines asked none. */
export const HOST_SENTENCES = {
  'not-allowed': 'Photos may not be sent to it. Allow it first.',
  'not-contacted': 'The user didn’t let it be contacted.',
  'not-asked': 'The user wasn’t asked: another question is open, or too many were refused.',
  'unknown-engine': 'There is no engine of that name.',
} as const;
export type HostErrorCode = keyof typeof HOST_SENTENCES;

/** Characters of an engine's own words that are shown. */
const SAID_MOST = 300;

/** One line of what an engine said, without control characters or half of one, which PostgreSQL refuses. */
const plain = (said: string): string =>
  said
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, SAID_MOST)
    .replace(/[.\s\p{Cs}]+$/u, '');

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  /** What the engine said, one line, cut. */
  readonly said: string;
  /** Seconds after which the engine wants to be asked again. */
  readonly retryAfter: number | undefined;

  /** @param said the engine's own words, which may be anything */
  constructor(code: EngineErrorCode, said = '', retryAfter?: number) {
    super(ENGINE_SENTENCES[code].replace('{said}', () => plain(said) || 'it doesn’t say why'));
    this.code = code;
    this.said = plain(said);
    this.retryAfter = retryAfter;
  }
}

/** Sends a request and returns its answer, whatever its status. */
export function* ask(request: EngineRequest): Flow<EngineAnswer> {
  const answer = yield { do: 'ask', request };
  if (!answer) throw new EngineError('not-running');
  return answer;
}

const POLL_MS = 1_000;
/** Questions in a row without an answer after which the engine counts as gone. */
const MOST_UNANSWERED = 20;
/** What an engine may get over by itself. */
export const UNANSWERED: readonly EngineErrorCode[] = ['not-running', 'timed-out', 'busy'];

/**
 * Asks for a job's picture until it is there. An engine may be away meanwhile: its job is still known by
 * its id.
 * @param once gives the picture, or undefined while it is being made
 * @throws EngineError 'timed-out' if it stays away
 */
export function* poll(once: () => Flow<Uint8Array | undefined>): Flow<Uint8Array> {
  for (let unanswered = 0; ;) {
    try {
      const picture = yield* once();
      if (picture) return picture;
      unanswered = 0;
    } catch (thrown) {
      if (!(thrown instanceof EngineError) || !UNANSWERED.includes(thrown.code)) throw thrown;
      unanswered += 1;
      if (unanswered > MOST_UNANSWERED) throw new EngineError('timed-out');
    }
    yield { do: 'wait', milliseconds: POLL_MS };
  }
}

export const textOf = ({ body }: EngineAnswer): string => new TextDecoder().decode(body);

/** The answer as JSON; undefined for anything else. */
export function jsonOf(answer: EngineAnswer): unknown {
  try {
    return JSON.parse(textOf(answer));
  } catch {
    return undefined; // HTML, say: the caller says what it wanted instead.
  }
}

export const json = (value: unknown): Pick<EngineRequest, 'type' | 'body'> => ({
  type: 'application/json',
  body: new TextEncoder().encode(JSON.stringify(value)),
});

/** A field of a form: text, or a JPEG file. */
export type FormField = readonly [name: string, value: string | Uint8Array];

/**
 * A form with its files, RFC 7578.
 * @param boundary occurs in none of the values, e.g. a UUID
 */
export function form(
  boundary: string,
  fields: readonly FormField[],
): Pick<EngineRequest, 'type' | 'body'> {
  const bytes = new TextEncoder();
  const parts = fields.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
    return typeof value === 'string'
      ? [bytes.encode(`${head}\r\n\r\n${value}\r\n`)]
      : [
          bytes.encode(`${head}; filename="${boundary}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`),
          value,
          bytes.encode('\r\n'),
        ];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: concatBytes([...parts, bytes.encode(`--${boundary}--\r\n`)]),
  };
}

const text = z.string().min(1);
const words = z.looseObject({
  message: text.optional().catch(undefined),
  code: text.optional().catch(undefined),
  type: text.optional().catch(undefined),
  details: text.optional().catch(undefined),
});
/** Every way in which the engines put an error, from most to least telling. */
const errors = z.looseObject({
  error: z.union([text, words]).optional().catch(undefined),
  message: text.optional().catch(undefined),
  detail: z
    .union([text, z.array(z.looseObject({ msg: text })).transform(([first]) => first?.msg ?? '')])
    .optional()
    .catch(undefined),
  errors: text.optional().catch(undefined),
});

/** What an answer says went wrong, in one text, with its codes. */
export function saidIn(answer: EngineAnswer): string {
  const read = errors.safeParse(jsonOf(answer));
  if (!read.success) return textOf(answer).replace(/<[^>]*>?/g, ' ');
  const { error, message, detail, errors: more } = read.data;
  const parts = typeof error === 'object' ? [error.message, error.code, error.details] : [error];
  return [...parts, message, detail, more].filter((part) => part).join(', ');
}

const MODERATED = /moderation|content.policy|safety|policy.violation/i;
const QUOTA = /quota|billing|credit|insufficient/i;
export const MEMORY = /out of memory|outofmemory|oom\b|failed to allocate/i;

/** The failure that an answer means, whose status isn't one of success. */
export function failureOf(answer: EngineAnswer): EngineError {
  const said = saidIn(answer);
  const { status, retryAfter } = answer;
  if (status === 401) return new EngineError('key');
  if (status >= 300 && status < 400) return new EngineError('redirected');
  if (MEMORY.test(said)) return new EngineError('memory');
  if (status === 402 || (status === 429 && QUOTA.test(said))) return new EngineError('quota', said);
  if (status === 429 || status === 503) return new EngineError('busy', said, retryAfter);
  if (status < 500 && MODERATED.test(said)) return new EngineError('moderation', said);
  if (status === 403) return new EngineError('forbidden', said);
  if (status === 404 || status === 405) return new EngineError('cannot-edit');
  return new EngineError('failed', said || `status ${String(status)}`);
}

export const isGood = ({ status }: EngineAnswer): boolean => status >= 200 && status < 300;

/** The bytes of Base64 text, of a data URL as well. @throws EngineError 'not-a-picture' */
export function pictureOf(base64: string): Uint8Array {
  try {
    return fromBase64(base64.replace(/^data:[^,]*,/, ''));
  } catch {
    // The engine's fault, which has its own sentence.
    throw new EngineError('not-a-picture', 'its Base64 can’t be read');
  }
}

/** The three of `known`, or fewer, that are spelled most like `wanted`, the nearest first. */
export function nearest(wanted: string, known: readonly string[]): string[] {
  const pairs = (name: string): Set<string> => {
    const plainName = name.toLowerCase().replace(/\.\w+$|[^a-z0-9]/g, '');
    return new Set(Array.from(plainName, (_, at) => plainName.slice(at, at + 2)));
  };
  const own = pairs(wanted);
  const alike = (name: string): number => {
    const other = pairs(name);
    const both = [...own].filter((pair) => other.has(pair)).length;
    return both / (own.size + other.size - both || 1);
  };
  return known
    .map((name) => ({ name, share: alike(name) }))
    .filter(({ share }) => share > 0.25)
    .sort((a, b) => b.share - a.share)
    .slice(0, 3)
    .map(({ name }) => name);
}
