import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

const ANY = 0;
const TRIES = 20;

const once = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', listening);
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    const listening = (): void => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed);
    server.once('listening', listening);
    server.listen(port, '127.0.0.1');
  });

/**
 * Listens on 127.0.0.1 at `port`, or at the next free port; 0 takes any. Returns the port.
 * @throws Error if twenty in a row are taken
 */
export async function listen(server: Server, port: number): Promise<number> {
  for (let tried = port; tried < port + TRIES; tried++) {
    if (!(await once(server, tried))) {
      if (port === ANY) break;
      continue;
    }
    const address = server.address();
    if (address !== null && typeof address === 'object') return address.port;
  }
  throw new Error(`The ports ${port} to ${port + TRIES - 1} are all taken. Name another.`);
}

/** Ends a server, and with it the connections that are still open. */
export const stopServer = (server: HttpServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
