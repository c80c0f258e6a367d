import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

import { securityHeaders } from '../../renderer/core/security-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built engine page on a free loopback port, under the app's policy. No photo goes
 * through it.
 */
export async function servePage(folder: string): Promise<{ readonly url: string; close(): void }> {
  const headers = securityHeaders({ addresses: [], https: false });
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://page').pathname));
    const file = join(folder, path === sep ? 'index.html' : path);
    readFile(file).then(
      (bytes) => {
        response.writeHead(200, {
          ...headers,
          'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        });
        response.end(bytes);
      },
      // There is no such file.
      () => response.writeHead(404, headers).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${String(address.port)}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
