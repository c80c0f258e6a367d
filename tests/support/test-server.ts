import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
