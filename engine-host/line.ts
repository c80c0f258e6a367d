import type { LookupAddress } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';

import {
  EngineError,
  type EngineAnswer,
  type EngineRequest,
  type Flow,
} from '../renderer/core/engines/engine.ts';
import type { AddressClass } from '../renderer/core/engines/setup.ts';
import { classOf } from './address-class.ts';
import { readUpTo, send } from './outbound.ts';

/** The most that is read of an answer. */
const MOST_BYTES = 64 * 1024 * 1024;
/** How long no byte may come or go, and how long if a picture is being made. */
const ASK_MS = 10_000;
const PICTURE_MS = 10 * 60_000;

/** A name with the addresses that it stood for when it was looked up; it isn't looked up again. */
interface Pinned {
  readonly class: AddressClass;
  readonly lookup: LookupFunction;
}

/** The addresses that a name stands for. */
type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** @throws EngineError 'address-refused' | 'not-running' */
async function pin({ hostname, protocol }: URL, resolve: Resolve): Promise<Pinned> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolve(host).catch(() => {
        // A name that nobody knows leads nowhere.
        throw new EngineError('not-running');
      });
  const classes = new Set(found.map(({ address }) => classOf(address)));
  const [only] = classes;
  const [first] = found;
  // A name that stands for addresses of several classes is one that could be taken for another.
  if (classes.size !== 1 || only === undefined || !first) throw new EngineError('address-refused');
  // The photo and the key would travel in clear text.
  if (only === 'internet' && protocol !== 'https:') throw new EngineError('address-refused');
  return {
    class: only,
    lookup: (_host, options, done) => {
      if (options.all === true) done(null, [...found]);
      else done(null, first.address, first.family);
    },
  };
}

/** A way to an engine, whose name was looked up once. */
export interface Line {
  readonly class: AddressClass;
  /**
   * Takes a flow's steps until it ends.
   * @param onKeep is awaited before the next step
   * @throws EngineError
   */
  follow<T>(flow: Flow<T>, options?: FollowOptions): Promise<T>;
}

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onKeep?: (engineJob: string) => Promise<void>;
  readonly onProgress?: (place: number) => void;
  /** So many bytes of a photo are on their way. */
  readonly onPhoto?: ((bytes: number) => void) | undefined;
}

interface EngineAt {
  /** Without a slash at its end. */
  readonly address: string;
  /** The header of that name, if the engine wants a key. */
  readonly authorization: string | undefined;
}

/** @throws EngineError 'address-refused' | 'not-running' */
export async function openLine(
  { address, authorization }: EngineAt,
  resolve: Resolve = (name) => lookUp(name, { all: true }),
  askMs = ASK_MS,
): Promise<Line> {
  const base = new URL(address);
  const own = await pin(base, resolve);

  /** Where a request goes. A picture may lie on another host, but only on the internet, and it gets no key. */
  async function target(path: string): Promise<{ url: URL; pinned: Pinned; isOwn: boolean }> {
    if (path.startsWith('/') && !path.startsWith('//'))
      return { url: new URL(address + path), pinned: own, isOwn: true };
    if (!URL.canParse(path)) throw new EngineError('not-a-picture', 'its address can’t be read');
    const url = new URL(path);
    if (url.origin === base.origin) return { url, pinned: own, isOwn: true };
    if (url.protocol !== 'https:') throw new EngineError('address-refused');
    const pinned = await pin(url, resolve);
    if (pinned.class !== 'internet') throw new EngineError('address-refused');
    return { url, pinned, isOwn: false };
  }

  async function ask(
    { method, path, type, body, makes, photoBytes }: EngineRequest,
    { signal: cancel, onPhoto }: FollowOptions,
  ): Promise<EngineAnswer> {
    const { url, pinned, isOwn } = await target(path);
    const idle = new AbortController();
    const signal = cancel ? AbortSignal.any([idle.signal, cancel]) : idle.signal;
    const line = { isConnected: false };
    try {
      const answer = await send(url, {
        method,
        headers: {
          Accept: '*/*',
          'User-Agent': 'likeness',
          ...(type !== undefined && { 'Content-Type': type }),
          ...(isOwn && authorization !== undefined && { Authorization: authorization }),
        },
        body,
        lookup: pinned.lookup,
        signal,
        idle: { ms: makes ? PICTURE_MS : askMs, then: () => idle.abort() },
        onConnected() {
          line.isConnected = true;
          if (photoBytes !== undefined) onPhoto?.(photoBytes);
        },
      });
      const status = answer.statusCode ?? 0;
      if (status >= 300 && status < 400) {
        answer.destroy();
        throw new EngineError('redirected');
      }
      const read = await readUpTo(answer, MOST_BYTES);
      if (!read) throw new EngineError('too-large');
      const seconds = Number(answer.headers['retry-after']);
      return {
        status,
        ...(Number.isFinite(seconds) && seconds >= 0 && { retryAfter: seconds }),
        body: read,
      };
    } catch (thrown) {
      if (thrown instanceof EngineError) throw thrown;
      if (cancel?.aborted) throw new EngineError('cancelled');
      if (line.isConnected && makes) throw new EngineError('lost-after-sending');
      if (idle.signal.aborted) throw new EngineError('timed-out');
      const { code = '', message } = thrown as NodeJS.ErrnoException;
      // Something answers, but its certificate isn't accepted, or it speaks no TLS.
      if (/CERT|SSL|TLS|EPROTO|UNABLE/.test(code)) throw new EngineError('failed', message);
      throw new EngineError('not-running');
    }
  }

  return {
    class: own.class,
    async follow(flow, options = {}) {
      const { signal, onKeep, onProgress } = options;
      let next = flow.next();
      while (!next.done) {
        const step = next.value;
        try {
          if (signal?.aborted) throw new EngineError('cancelled');
          let answer: EngineAnswer | undefined;
          if (step.do === 'ask') answer = await ask(step.request, options);
          else if (step.do === 'keep') await onKeep?.(step.engineJob);
          else if (step.do === 'report') onProgress?.(step.place);
          // Ends early when it is cancelled, which the next step notices.
          else await rest(step.milliseconds, undefined, { signal }).catch(() => undefined);
          next = flow.next(answer);
        } catch (thrown) {
          if (!(thrown instanceof EngineError)) throw thrown;
          next = flow.throw(thrown);
        }
      }
      return next.value;
    },
  };
}
