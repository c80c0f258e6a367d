import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { noted } from '../../../renderer/core/log/log.ts';
/**
 * Headers of every response of the loopback server. The page needs only its own scripts, styles,
 * fonts and server. Wallet extensions inject their scripts past a page's policy. `same-origin`
 * instead of `no-referrer`: with the latter a browser may send `Origin: null`, which we refuse.
 */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), usb=(), serial=(), hid=()',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

const HOST = '127.0.0.1';
/**
 * Wallets remember a page by its origin, so the port should be the same each time; but any free
 * port is better than none. All are below the ranges from which systems assign ports to outgoing
 * connections.
 */
const PORTS: readonly number[] = [27_182, 27_183, 27_184, 0];
const LARGEST_BODY = 16 * 1024;
const MOST_CONNECTIONS = 32;

export interface PageFile {
  readonly type: string;
  readonly content: Buffer;
}

/** Answers a POST from the page. `undefined` means that the page may not ask this. */
export type PageApi = (
  path: string,
  body: unknown,
  key: string,
  gone: AbortSignal,
) => Promise<object | undefined>;

export interface PageServerDeps {
  /**
   * By path: '/', '/assets/page.js'. Nothing else is served, so no path can lead to other files.
   */
  readonly files: () => ReadonlyMap<string, PageFile>;
  readonly api: PageApi;
}

/** The server of the loopback page. It listens only while a wallet is being asked. */
export class PageServer {
  readonly #parts: PageServerDeps;
  #server: Server | undefined;
  #listening: Promise<string> | undefined;

  constructor(parts: PageServerDeps) {
    this.#parts = parts;
  }

  /** Resolves with the origin, 'http://127.0.0.1:27182'. @throws Error if no port is available */
  listen(): Promise<string> {
    this.#listening ??= this.#start().catch((thrown: unknown) => {
      this.stop();
      throw thrown;
    });
    return this.#listening;
  }

  /** Lets pending answers finish and cuts off all other connections. */
  stop(): void {
    const server = this.#server;
    this.#server = undefined;
    this.#listening = undefined;
    server?.close();
    server?.closeIdleConnections();
    setTimeout(() => server?.closeAllConnections(), 1_000).unref();
  }

  async #start(): Promise<string> {
    const server = createServer({
      maxHeaderSize: 8 * 1024,
      requestTimeout: 10_000,
      headersTimeout: 5_000,
      keepAliveTimeout: 5_000,
    });
    server.maxConnections = MOST_CONNECTIONS;
    server.unref();
    this.#server = server;
    for (const port of PORTS) {
      if (!(await listens(server, port))) continue;
      const origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
      server.on('request', (request, response) => void this.#serve(origin, request, response));
      return origin;
    }
    throw new Error('no port to listen on');
  }

  async #serve(
    origin: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<unknown> {
    const { method = '', url = '', headers } = request;
    const refused = refusal(origin, request);
    if (refused !== undefined) return refuse(response, refused);
    if (method !== 'POST') {
      const file = this.#parts.files().get(url);
      return file
        ? send(response, file.type, file.content, method === 'HEAD')
        : refuse(response, 404);
    }
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const body = await read(request);
    if (!body) return refuse(response, 400);
    const key = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const answer = await this.#parts
      .api(url, body.json, key, gone.signal)
      .catch(noted('main.wallet-page'));
    return answer === undefined
      ? refuse(response, 403)
      : send(response, 'application/json', Buffer.from(JSON.stringify(answer)));
  }
}

/** The status by which a request is refused before its body is read; undefined if it isn't. */
function refusal(origin: string, { method = '', headers }: IncomingMessage): number | undefined {
  // Host shows a name that was pointed here (DNS rebinding); the other headers show another
  // site's page.
  if (headers.host !== origin.slice('http://'.length)) return 421;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 403;
  if (headers.origin !== undefined && headers.origin !== origin) return 403;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method !== 'POST') return 405;
  if (headers.origin !== origin) return 403;
  if (headers['content-type'] !== 'application/json') return 415;
  const length = Number(headers['content-length'] ?? Infinity);
  return length <= LARGEST_BODY ? undefined : 413;
}

async function listens(server: Server, port: number): Promise<boolean> {
  server.listen({ port, host: HOST, exclusive: true });
  return once(server, 'listening').then(
    () => true,
    () => false, // The port is taken.
  );
}

/** The length was checked before: Node reads no more than was announced. */
async function read(request: IncomingMessage): Promise<{ readonly json: unknown } | undefined> {
  try {
    return { json: await json(request) };
  } catch {
    return undefined; // Not JSON.
  }
}

function send(
  response: ServerResponse,
  type: string,
  content: Buffer,
  headOnly = false,
): ServerResponse {
  response.writeHead(200, {
    ...PAGE_HEADERS,
    'Content-Type': type,
    'Content-Length': content.length,
  });
  return response.end(headOnly ? undefined : content);
}

/** Sends only the refusal and closes the connection. */
function refuse(response: ServerResponse, status: number): ServerResponse {
  response.writeHead(status, { ...PAGE_HEADERS, 'Content-Length': 0, Connection: 'close' });
  return response.end();
}
