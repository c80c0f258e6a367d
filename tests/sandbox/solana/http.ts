import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { administer } from './admin.ts';
import type { SandboxNode } from './node.ts';
import { methodsOf, parseFailure } from './rpc/dispatch.ts';

// A node's own limit on a request.
const MAX_BODY_BYTES = 50 * 1024;
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1)(:\d+)?$/;
const LOOPBACK_ORIGIN = /^(https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?|app:\/\/likeness)$/;

class TooLarge extends Error {}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): { readonly body: unknown } | undefined {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers });
  response.end(JSON.stringify(body));
}

function answerRpc(node: SandboxNode, text: string, response: ServerResponse): void {
  const parsed = parse(text);
  if (!parsed) { reply(response, 200, parseFailure()); return; }
  const fault = node.faults.take(['rate-limit', 'unavailable', 'time-out', 'lost-answer'], methodsOf(parsed.body));
  if (fault?.kind === 'rate-limit') { reply(response, 429, { error: 'Too many requests' }, { 'Retry-After': String(fault.retryAfterSeconds) }); return; }
  if (fault?.kind === 'unavailable') { reply(response, fault.status, { error: 'Service unavailable' }); return; }
  if (fault?.kind === 'time-out') return;
  const answered = node.answer(parsed.body);
  if (fault?.kind === 'lost-answer') response.destroy();
  else reply(response, 200, answered);
}

function answerAdmin(node: SandboxNode, name: string, text: string, response: ServerResponse): void {
  try {
    reply(response, 200, administer(node, name, parse(text || '{}')?.body));
  } catch (thrown) {
    reply(response, 400, { error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

async function handle(node: SandboxNode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A page elsewhere can't reach this through a name that it points at 127.0.0.1.
  if (!LOOPBACK_HOST.test(request.headers.host ?? '')) { reply(response, 403, { error: 'This host name is not served.' }); return; }
  const { origin } = request.headers;
  if (origin !== undefined) {
    if (!LOOPBACK_ORIGIN.test(origin)) { reply(response, 403, { error: 'This origin is not served.' }); return; }
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    response.setHeader('Vary', 'Origin');
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Allow-Headers': 'content-type, solana-client', 'Access-Control-Max-Age': '600' });
    response.end();
    return;
  }
  const path = request.url ?? '/';
  if (request.method === 'GET' && path === '/health') { reply(response, 200, 'ok'); return; }
  if (request.method !== 'POST') { reply(response, 405, { error: 'Send a POST request with a JSON body.' }, { Allow: 'POST' }); return; }
  const text = await readBody(request);
  if (path.startsWith('/sandbox/')) answerAdmin(node, path.slice('/sandbox/'.length), text, response);
  else if (path === '/') answerRpc(node, text, response);
  else reply(response, 404, { error: 'Not found' });
}

/** JSON-RPC at `/`, the sandbox's own controls at `/sandbox/…`; for loopback only. */
export function createHttp(node: SandboxNode): Server {
  const server = createServer((request, response) => {
    handle(node, request, response).catch((thrown: unknown) => {
      if (response.headersSent) response.destroy();
      else if (thrown instanceof TooLarge) reply(response, 413, { error: 'The request is too large.' }, { Connection: 'close' });
      else reply(response, 500, { error: 'Internal error' });
    });
  });
  // Node's default of 5 s closes a polling client's socket under its next request now and then.
  server.keepAliveTimeout = 120_000;
  server.headersTimeout = 125_000;
  return server;
}

