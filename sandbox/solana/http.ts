import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { admitted, readBody } from '../loopback.ts';
import { administer } from './admin.ts';
import type { SandboxNode } from './node.ts';
import { methodsOf, parseFailure } from './rpc/dispatch.ts';

// A real node's limit on a request.
const MAX_BODY_BYTES = 50 * 1024;

function parse(text: string): { readonly body: unknown } | undefined {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

function answerRpc(node: SandboxNode, text: string, response: ServerResponse): void {
  const parsed = parse(text);
  if (!parsed) {
    reply(response, 200, parseFailure());
    return;
  }
  const fault = node.faults.take(
    ['rate-limit', 'unavailable', 'time-out', 'lost-answer'],
    methodsOf(parsed.body),
  );
  if (fault?.kind === 'rate-limit') {
    reply(
      response,
      429,
      { error: 'Too many requests' },
      { 'Retry-After': String(fault.retryAfterSeconds) },
    );
    return;
  }
  if (fault?.kind === 'unavailable') {
    reply(response, fault.status, { error: 'Service unavailable' });
    return;
  }
  if (fault?.kind === 'time-out') return;
  const answered = node.answer(parsed.body);
  if (fault?.kind === 'lost-answer') response.destroy();
  else reply(response, 200, answered);
}

function answerAdmin(
  node: SandboxNode,
  name: string,
  text: string,
  response: ServerResponse,
): void {
  try {
    reply(response, 200, administer(node, name, parse(text || '{}')?.body));
  } catch (thrown) {
    reply(response, 400, { error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

async function handle(
  node: SandboxNode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Blocks pages of other sites that reach this through a host name pointing at 127.0.0.1.
  if (!admitted(request, response, ['POST'], ['content-type', 'solana-client'])) return;
  const path = request.url ?? '/';
  if (request.method === 'GET' && path === '/health') {
    reply(response, 200, 'ok');
    return;
  }
  if (request.method !== 'POST') {
    reply(response, 405, { error: 'Send a POST request with a JSON body.' }, { Allow: 'POST' });
    return;
  }
  const text = (await readBody(request, MAX_BODY_BYTES))?.toString('utf8');
  if (text === undefined) {
    reply(response, 413, { error: 'The request is too large.' }, { Connection: 'close' });
    return;
  }
  if (path.startsWith('/sandbox/'))
    answerAdmin(node, path.slice('/sandbox/'.length), text, response);
  else if (path === '/') answerRpc(node, text, response);
  else reply(response, 404, { error: 'Not found' });
}

/** JSON-RPC at `/` and the sandbox's own controls at `/sandbox/…`; loopback only. */
export function createHttp(node: SandboxNode): Server {
  const server = createServer((request, response) => {
    handle(node, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else reply(response, 500, { error: 'Internal error' });
    });
  });
  // Node's default of 5 s sometimes closes a polling client's socket just before its next request.
  server.keepAliveTimeout = 120_000;
  server.headersTimeout = 125_000;
  return server;
}
