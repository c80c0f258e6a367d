import { once } from 'node:events';
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

import { listen, stopServer } from '../../sandbox/listen.ts';

/** Serves on loopback until the running test has ended. Returns the origin. */
export async function testServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => stopServer(server));
  return `http://127.0.0.1:${String(await listen(server, 0))}`;
}

/** A request's whole body, a character for each byte. */
export const latin1Of = async (request: IncomingMessage): Promise<string> =>
  text(request.setEncoding('latin1'));

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  /** Undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with exactly these headers: fetch would set Host and Origin itself. */
export async function rawRequest(
  origin: string,
  { method = 'GET', path = '/', headers = {}, body }: RawRequest,
): Promise<RawReply> {
  const { host } = new URL(origin);
  const all = Object.entries<string | undefined>({ host, ...headers });
  const given = all.filter(([, value]) => value !== undefined);
  const sent = request(origin, { agent: false, path, method, headers: Object.fromEntries(given) });
  sent.on('error', () => undefined); // A server that has refused cuts off the body.
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0 } = response;
  return { status, headers: response.headers, body: await text(response).catch(() => '') };
}
