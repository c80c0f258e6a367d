import { mkdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { sharedFolder } from '../../tests/support/folders.ts';
import { appFiles, filePath } from './app-files.ts';

const root = sharedFolder();
let answer: (request: Request) => Promise<Response>;
const headers = {
  'Content-Security-Policy': "default-src 'self'",
  'X-Content-Type-Options': 'nosniff',
};
const get = (path: string, init?: RequestInit) =>
  answer(new Request(`app://likeness${path}`, init));

beforeAll(async () => {
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'desktop.html'), '<html><head><title>App</title></head></html>');
  await writeFile(join(root, 'assets/worker.js'), 'postMessage(1)');
  await writeFile(join(root, 'assets/engine.wasm'), Buffer.from([0, 97, 115, 109]));
  answer = appFiles({
    root,
    headers: () => headers,
    metas: () => ({ 'likeness-config': '{"a":"</head><script>alert(1)</script>\\"&$&"}' }),
  });
});

describe('answers', () => {
  it.each([
    ['/assets/worker.js', 'text/javascript; charset=utf-8'],
    ['/assets/engine.wasm', 'application/wasm'],
  ])('%s as %s, with every security header', async (path, type) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    for (const [name, value] of Object.entries(headers))
      expect(response.headers.get(name)).toBe(value);
  });

  it.each([
    '/',
    '/customize',
    '/avatar/101',
    '/payment?plan=creator&priceSOL=3.5',
    '/no-such-route',
  ])('the page for the route %s', async (path) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('<title>App</title>');
  });

  it('the page with the configuration in one attribute, escaped', async () => {
    const page = await (await get('/')).text();
    expect(page.match(/<\/head>/g)).toHaveLength(1);
    expect(page).not.toContain('<script');
    expect(page).toContain(
      'content="{&#34;a&#34;:&#34;&#60;/head&#62;&#60;script&#62;alert(1)&#60;/script&#62;\\&#34;&#38;$&#38;&#34;}"',
    );
  });

  it('a refusal with every security header too', async () => {
    for (const response of [
      await get('/missing.js'),
      await get('/', { method: 'POST' }),
      await get('/%5c..%5csecret.txt'),
    ]) {
      expect(response.ok).toBe(false);
      expect(response.headers.get('Content-Security-Policy')).toBe(
        headers['Content-Security-Policy'],
      );
    }
  });

  it('nothing to another host', async () => {
    expect((await answer(new Request('app://other/desktop.html'))).status).toBe(403);
    expect((await answer(new Request('app://likeness:81/desktop.html'))).status).toBe(403);
  });
});

describe('a request’s path', () => {
  const tricks = [
    '..',
    '%2e%2e',
    '%2E.',
    '..%2f',
    '%5c',
    '\\',
    '%00',
    '//',
    '.',
    'c:',
    '%3a',
    'secret.txt',
    'renderer-secret',
    'etc/passwd',
    '%ff',
    '%252e%252e',
  ];

  it('never leads out of the folder', () => {
    const app = join(sep, 'app', 'renderer');
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...tricks), fc.string({ maxLength: 8 })), {
          maxLength: 8,
        }),
        (parts) => {
          const path = filePath(app, `/${parts.join('/')}`);
          if (path !== undefined) expect(path.startsWith(app + sep)).toBe(true);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
