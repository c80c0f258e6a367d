import type { IncomingMessage, ServerResponse } from 'node:http';

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1)(:\d+)?$/;
const LOOPBACK_ORIGIN = /^(https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?|app:\/\/likeness)$/;

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
    response.writeHead(403, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify({ error: `This ${what} is not served.` }));
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

/** The whole body; undefined once it exceeds `largest` bytes. */
export async function readBody(
  request: IncomingMessage,
  largest: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
