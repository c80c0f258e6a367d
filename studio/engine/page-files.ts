import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Browser } from 'puppeteer-core';

import { securityHeaders } from '../../renderer/core/security-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** No name ends in 'invalid', and https gives the page what only secure origins get. */
const ORIGIN = 'https://engine.invalid';

/**
 * Answers every request of the browser, its workers' included, over its pipe: with the files of the
 * built engine page under the app's policy, and with nothing else. So no port is open that another
 * program could call, and no request reaches a network. Resolves with the page's address.
 */
export async function answerWithPage(browser: Browser, folder: string): Promise<string> {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`${ORIGIN}/${relative(folder, file).replaceAll(sep, '/')}`, file]),
  );
  const headers = securityHeaders({ addresses: [], https: false });
  const session = await browser.target().createCDPSession();
  const answer = async (requestId: string, file: string | undefined): Promise<void> => {
    if (file === undefined) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: Object.entries({ ...headers, 'Content-Type': type }).map(
        ([name, value]) => ({ name, value }),
      ),
      body: await readFile(file, 'base64'),
    });
  };
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    answer(requestId, files.get(request.url)).catch(() =>
      // A file that can't be read; unless the browser is gone, and with it the request.
      answer(requestId, undefined).catch(() => undefined),
    );
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  return `${ORIGIN}/index.html`;
}
