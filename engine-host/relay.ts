import type { IncomingMessage, ServerResponse } from 'node:http';

import {
  CALL_MOST_BYTES,
  ENGINE_CALLS,
  fromText,
  RELAY,
  toText,
  type EngineCall,
  type EngineInput,
} from '../renderer/core/engines/calls.ts';
import type { EngineCalls } from './calls.ts';
import { readUpTo } from './outbound.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1):\d{1,5}$/;

/**
 * Whether a request comes from a page of this very server. The browser sets these headers and no page
 * can change them: a page of another origin, one under another name for this machine, and a form fail.
 */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  return (
    LOOPBACK.test(host) &&
    origin === `http://${host}` &&
    headers['sec-fetch-site'] === 'same-origin' &&
    headers['content-type'] === 'application/json'
  );
}

const isCall = (name: string): name is EngineCall => Object.hasOwn(ENGINE_CALLS, name);

function inputOf(name: EngineCall, text: string): unknown {
  try {
    const read = ENGINE_CALLS[name].input.safeParse(fromText(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined; // Not JSON.
  }
}

/**
 * Takes the calls of pages that this server serves, for engines that no page may call itself. Answers in
 * lines of JSON, and lets no other origin read them.
 * @returns false if the request is for something else
 */
export function createRelay(
  calls: EngineCalls,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  async function answer(
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<unknown> {
    const refuse = (status: number, error: string): ServerResponse =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
        .end(JSON.stringify({ error }));
    response.setHeader('Cache-Control', 'no-store');
    if (!isOwnPage(request)) return refuse(403, 'Only pages of this server are answered.');
    if (!isCall(name)) return refuse(404, 'There is no such call.');
    const text = await readUpTo(request, CALL_MOST_BYTES);
    if (!text) return refuse(413, 'That is more than a call has.');
    const input = inputOf(name, text.toString());
    if (input === undefined) return refuse(400, 'That is no input of this call.');
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    // A picture may take ten minutes, and Firefox waits five for an answer's head.
    response.flushHeaders();
    const write = (line: object): void => void response.write(`${toText(line)}\n`);
    const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined;
    response.once('close', () => {
      if (!response.writableFinished && typeof id === 'string') calls.leave(id);
    });
    const output = await calls.call(name, input as EngineInput<typeof name>, (event) =>
      write({ event }),
    );
    write({ output });
    return response.end();
  }

  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (request.method !== 'POST' || !path.startsWith(RELAY)) return false;
    answer(path.slice(RELAY.length), request, response).catch(() => response.destroy());
    return true;
  };
}
