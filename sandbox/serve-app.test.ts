import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { sharedFolder, testFolder } from '../tests/support/folders.ts';
import { withstandsRawRequests } from '../tests/support/raw-requests.ts';
import { rawRequest } from '../tests/support/test-server.ts';
import { localEngines } from './local-engines.ts';
import { injectConfig, serveApp, type ServedApp } from './serve-app.ts';

const PAGE = '<!doctype html><html><head><title>Likeness</title></head><body></body></html>';
const root = sharedFolder();
const MEDIA = { upload: 'http://127.0.0.1:8900/v1', read: 'http://127.0.0.1:8900' };
let app: ServedApp;

beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), PAGE);
  writeFileSync(join(root, 'pricing.html'), PAGE.replace('Likeness', 'Pricing'));
  writeFileSync(join(root, 'app.html'), PAGE.replace('Likeness', 'App'));
  for (const name of [
    'app-1a2b.js',
    'worker-1a2b.js',
    'run-1a2b.wasm',
    'face-1a2b.tflite',
    'type-1a2b.woff2',
    'me-1a2b.webp',
  ])
    writeFileSync(join(root, 'assets', name), name);
  for (const name of ['long-1a2b.js', 'long-1a2b.webp'])
    writeFileSync(join(root, 'assets', name), 'a'.repeat(5_000));
  writeFileSync(join(root, 'icon.svg'), '<svg/>');
  app = await serveApp({
    root,
    port: 0,
    addresses: ['http://127.0.0.1:8899'],
    config: {
      solanaRpc: ['http://127.0.0.1:8899'],
      treasury: 'Key"<',
      polygonRpc: [],
      media: MEDIA,
    },
  });
});
afterAll(() => app.stop());

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(app.appUrl + path, init);

it('goes on with engines that can’t be stored', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const folder = testFolder();
  const engines = localEngines(join(folder, 'engines.json'));
  rmSync(folder, { recursive: true });
  await engines.save({ name: 'own', kind: 'edits', address: 'http://127.0.0.1:9' });
  expect(await engines.list()).toHaveLength(1);
  expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('ENOENT'));
});

describe('serveApp', () => {
  it.each([
    ['/assets/app-1a2b.js', 'text/javascript'],
    ['/assets/worker-1a2b.js', 'text/javascript'],
    ['/assets/run-1a2b.wasm', 'application/wasm'],
    ['/assets/face-1a2b.tflite', 'application/octet-stream'],
    ['/assets/type-1a2b.woff2', 'font/woff2'],
    ['/assets/me-1a2b.webp', 'image/webp'],
  ])('serves %s for good as %s, under the policy', async (path, type) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it.each([
    ['/', 200],
    ['/customize', 200],
    ['/avatar/7?from=x', 200],
    ['/icon.svg', 200],
    ['/assets/gone-1a2b.js', 404],
    ['/../../etc/passwd.txt', 404],
    ['/%2e%2e/secret.txt', 404],
  ])('answers %s with %i and the security headers', async (path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-security-policy')).toContain('http://127.0.0.1:8899');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['/', 'Likeness'],
    ['/index.html', 'Likeness'],
    ['/pricing', 'Pricing'],
    ['/pricing.html?plan=pro', 'Pricing'],
    ['/avatar/7', 'App'],
    ['/no/such', 'App'],
  ])(
    'answers %s with the page that the build has for it, and its configuration',
    async (path, title) => {
      const text = await (await get(path)).text();
      expect(text).toContain(`<title>${title}</title>`);
      expect(text).toContain('likeness-config');
    },
  );

  it('compresses text, and nothing else', async () => {
    expect((await get('/assets/long-1a2b.js')).headers.get('content-encoding')).toBe('gzip');
    expect((await get('/assets/long-1a2b.webp')).headers.get('content-encoding')).toBeNull();
    const plain = await get('/assets/long-1a2b.js', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await (await get('/assets/long-1a2b.js')).text());
  });

  it('hands the configuration over in an escaped meta element', async () => {
    const text = await (await get('/payment')).text();
    const content = /<meta name="likeness-config" content="([^"]*)">/.exec(text)?.[1] ?? '';
    expect(content).not.toContain('<');
    const plain = content.replace(/&#(\d+);/g, (_, code: string) =>
      String.fromCharCode(Number(code)),
    );
    expect(JSON.parse(plain)).toEqual({
      solanaRpc: ['http://127.0.0.1:8899'],
      treasury: 'Key"<',
      polygonRpc: [],
      media: MEDIA,
      appUrl: app.appUrl,
    });
    expect(() =>
      injectConfig('<p>', {
        solanaRpc: [],
        treasury: '',
        polygonRpc: [],
        media: MEDIA,
        appUrl: '',
      }),
    ).toThrow('</head>');
  });

  it('refuses other methods and other host names, and takes the next port', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(405);
    const origin = `http://127.0.0.1:${String(app.port)}`;
    const other = await rawRequest(origin, { headers: { host: 'evil.example' } });
    expect(other.status).toBe(403);
    const second = await serveApp({ root, port: app.port, addresses: [] });
    expect(second.port).toBeGreaterThan(app.port);
    await second.stop();
  });

  it('goes on whatever bytes it is sent', { timeout: 3_600_000 }, async () => {
    await withstandsRawRequests(
      app.port,
      {
        paths: ['/', '/pricing', '/assets/app-1a2b.js', '/assets/', '/assets', '/icon.svg'],
        headers: [
          `Host: 127.0.0.1:${String(app.port)}`,
          'Accept-Encoding: gzip',
          'Range: bytes=1-2',
        ],
      },
      async () => expect((await get('/icon.svg')).status).toBe(200),
    );
  });
});
