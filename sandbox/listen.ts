import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

const ANY = 0;
const TRIES = 20;

async function isFree(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw thrown;
  }
}

/**
 * Listens on 127.0.0.1 at `port`, or at the next free port; 0 takes any. Returns the port.
 * @throws Error if twenty in a row are taken
 */
export async function listen(server: Server, port: number): Promise<number> {
  for (let tried = port; tried < port + TRIES; tried++) {
    if (!(await isFree(server, tried))) {
      if (port === ANY) break;
      continue;
    }
    const address = server.address();
    if (address !== null && typeof address === 'object') return address.port;
  }
  throw new Error(`The ports ${port} to ${port + TRIES - 1} are all taken. Name another.`);
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, ANY);
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Ends a server, and with it the connections that are still open. */
export const stopServer = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
