import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createWalletBridge, type WalletBridge } from '../../electron/main/wallet-bridge/bridge.ts';
import { withstandsRawRequests } from '../support/raw-requests.ts';
import { rawRequest, type RawRequest } from '../support/test-server.ts';

let bridge: WalletBridge;
let page: URL;
beforeEach(async () => {
  let resolve: (url: URL) => void = () => undefined;
  const opened = new Promise<URL>((done) => (resolve = done));
  bridge = createWalletBridge({
    network: 'sandbox',
    files: () => new Map([['/', { type: 'text/html', content: Buffer.from('<!doctype html>') }]]),
    open: (url) => {
      resolve(new URL(url));
      return Promise.resolve();
    },
    onWaiting: () => undefined,
  });
  bridge.ask({ method: 'solana_connect', params: [] }).catch(() => undefined);
  page = await opened;
});
afterEach(() => bridge.close());

/** Posts JSON as the page does, but for what is given. Returns the status. */
async function status({ method = 'POST', headers, ...given }: RawRequest): Promise<number> {
  const body =
    method === 'POST' ? (given.body ?? JSON.stringify({ token: page.hash.slice(1) })) : undefined;
  const own = body !== undefined && {
    origin: page.origin,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const sent = { path: '/api/session', ...given, method, headers: { ...own, ...headers }, body };
  return (await rawRequest(page.origin, sent)).status;
}

describe('whoever reaches the loopback page', () => {
  it.each<[string, RawRequest, number]>([
    ['by a name that was made to lead here', { headers: { host: 'evil.example' } }, 421],
    ['by localhost', { headers: { host: 'localhost:1' } }, 421],
    ['by a name without the port', { headers: { host: '127.0.0.1' } }, 421],
    ['for the page by another name', { method: 'GET', path: '/', headers: { host: 'evil' } }, 421],
    ['from the app’s own origin', { headers: { origin: 'app://likeness' } }, 403],
    ['from localhost', { headers: { origin: 'http://localhost' } }, 403],
    ['without an origin', { headers: { origin: undefined } }, 403],
    [
      'for the page from another page',
      { method: 'GET', path: '/', headers: { origin: 'https://evil.example' } },
      403,
    ],
    [
      'for the page in a frame of another site',
      { method: 'GET', path: '/', headers: { 'sec-fetch-site': 'cross-site' } },
      403,
    ],
    [
      'with a body of no known length',
      { body: '{}', headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' } },
      413,
    ],
    ['from another page', { headers: { origin: 'https://evil.example' } }, 403],
    ['from a page without an origin', { headers: { origin: 'null' } }, 403],
    ['from a frame of another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['from another port of this machine', { headers: { 'sec-fetch-site': 'same-site' } }, 403],
    ['by a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['by text that needs no question before', { headers: { 'content-type': 'text/plain' } }, 415],
    ['with a body of 17 KB', { body: JSON.stringify({ token: 'x'.repeat(17_000) }) }, 413],
    ['with a body that isn’t JSON', { body: '{' }, 400],
    ['with a guessed token', { body: JSON.stringify({ token: 'A'.repeat(43) }) }, 403],
    ['with no token', { body: '{}' }, 403],
    ['with a prototype for a token', { body: '{"token":{"__proto__":"x"}}' }, 403],
    ['without a session', { path: '/api/next', body: '{}' }, 403],
    [
      'with a made-up session',
      { path: '/api/next', body: '{}', headers: { authorization: `Bearer ${'A'.repeat(43)}` } },
      403,
    ],
    ['for an address that isn’t there', { path: '/api/../../etc/passwd' }, 403],
    ['by another method', { method: 'PUT' }, 405],
    ...['../package.json', '%2e%2e/package.json', '/etc/passwd', 'index.html', 'api/session'].map(
      (path): [string, RawRequest, number] => [
        `for /${path}`,
        { method: 'GET', path: `/${path}` },
        404,
      ],
    ),
    ['for the page with a question', { method: 'GET', path: '/?x' }, 404],
    ['for what every object has', { method: 'GET', path: '/__proto__' }, 404],
  ])('%s is refused', async (_how, sent, expected) => {
    expect(await status(sent)).toBe(expected);
  });

  it('with the token, but second, is refused: it opens once', async () => {
    const token = page.hash.slice(1);
    expect(await status({ body: JSON.stringify({ token, extra: 1 }) })).toBe(403);
    expect(await status({})).toBe(200);
    expect(await status({})).toBe(403);
    const authorization = `Bearer ${token}`;
    expect(
      await status({ path: '/api/next', body: '{"showing":null}', headers: { authorization } }),
    ).toBe(403);
  });

  it('with bytes that are hardly a request ends nothing', { timeout: 3_600_000 }, async () => {
    await withstandsRawRequests(
      Number(page.port),
      {
        paths: ['/', '/api/session', '/api/next', '/api/stage', '/api/answer'],
        headers: [
          `Host: ${page.host}`,
          `Origin: ${page.origin}`,
          'Content-Type: application/json',
          `Authorization: Bearer ${'A'.repeat(43)}`,
        ],
        bodies: ['{}', '{"showing":null}', `{"token":"${'A'.repeat(43)}"}`],
      },
      async () => expect(await status({ method: 'GET', path: '/' })).toBe(200),
    );
  });
});
