import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

interface Outbound {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
  /** Says which addresses a name stands for, so that the one that was checked is the one that is called. */
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
  /** Called once no byte has gone either way for so many milliseconds. */
  readonly idle?: { readonly ms: number; readonly then: () => void };
  /** Called once the connection stands, so that what follows may have arrived. */
  readonly onConnected?: () => void;
}

/**
 * Every request to an address that somebody gave: an engine, or a studio's webhook. Follows no redirect, keeps no
 * connection, and adds no header of a browser. Resolves with the answer's head; its body has to be read
 * or destroyed.
 */
export const send = (
  url: URL,
  { method, headers, body, lookup, signal, idle, onConnected }: Outbound,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request: typeof requestHttp = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(
      url,
      {
        method,
        headers: {
          ...headers,
          ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
        },
        lookup,
        agent: false,
        signal,
        ...(idle && { timeout: idle.ms }),
      },
      resolve,
    );
    sent.on('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => onConnected?.()),
    );
    if (idle) sent.on('timeout', idle.then);
    sent.on('error', reject);
    sent.end(body);
  });

/** The whole body of a request or an answer; undefined once it is larger than `most` bytes. */
export async function readUpTo(
  body: AsyncIterable<Buffer>,
  most: number,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
