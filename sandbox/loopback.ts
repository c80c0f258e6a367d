import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1)(:\d+)?$/;
const LOOPBACK_ORIGIN = /^(https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?|app:\/\/likeness)$/;

/** A server on whose connections an app asks again and again. */
export function keepsAlive(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): Server {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else reply(response, 500, { error: 'Internal error' });
    });
  });
  // Node's default of 5 s sometimes closes a polling client's socket just before its next request.
  server.keepAliveTimeout = 120_000;
  server.headersTimeout = 125_000;
  return server;
}

/** Answers with JSON, which nobody keeps. Returns the response, to end a handler with. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServerResponse {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  return response.end(JSON.stringify(body));
}

/**
 * Whether a request comes from this machine's app. Answers other requests, and the browser's
 * preflights, itself.
 */
export function admitted(
  request: IncomingMessage,
  response: ServerResponse,
  methods: readonly string[],
  headers: readonly string[],
): boolean {
  const refuse = (what: string): false => {
    reply(response, 403, { error: `This ${what} is not served.` });
    return false;
  };
  if (!LOOPBACK_HOST.test(request.headers.host ?? '')) return refuse('host name');
  const { origin } = request.headers;
  if (origin !== undefined) {
    if (!LOOPBACK_ORIGIN.test(origin)) return refuse('origin');
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    response.setHeader('Vary', 'Origin');
  }
  if (request.method !== 'OPTIONS') return true;
  response.writeHead(204, {
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': headers.join(', '),
    'Access-Control-Max-Age': '600',
  });
  response.end();
  return false;
}

/** Undefined if the text isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
