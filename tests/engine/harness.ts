import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { build, createServer as createViteServer, type InlineConfig } from 'vite';

import { engineFiles } from '../../renderer/engine/vite-models.ts';
import { buildOnce } from '../sandbox/build-once.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../tools/browser.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The app's own policy: what works here works there. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data:",
  "img-src 'self' blob: data:",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
};

/** Photos that aren't the project's own; tests that need one skip by name where it is missing. */
const SHARED_PHOTOS = resolve(process.env['LIKENESS_PHOTOS'] ?? here('../../../shared/photos'));
export const hasSharedPhoto = (name: string): boolean => existsSync(join(SHARED_PHOTOS, name));

const viteConfig = (outDir: string): InlineConfig => ({
  root: here('./page'),
  base: '/',
  configFile: false,
  logLevel: 'warn',
  plugins: [engineFiles()],
  worker: { format: 'iife' },
  build: { target: 'es2023', outDir, emptyOutDir: true, assetsInlineLimit: 0 },
});

export interface Harness {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the page with the real engine and serves it on loopback under the strict policy. */
export async function startHarness(
  extraFiles: Readonly<Record<string, string>> = {},
): Promise<Harness> {
  const built = await buildOnce(
    'engine-page',
    ['tests/engine/page', 'tests/engine/harness.ts'],
    (into) => build(viteConfig(into)).then(() => undefined),
  );
  const roots: Readonly<Record<string, string>> = {
    '/people/': here('../../resources/people/'),
    '/photos/': SHARED_PHOTOS,
  };

  const server = createServer((request, response) => {
    const path = normalize(
      decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname),
    );
    const [prefix, root] = Object.entries(roots).find(([start]) => path.startsWith(start)) ?? [
      '/',
      built,
    ];
    const file =
      extraFiles[path] ?? join(root, path === '/' ? 'index.html' : path.slice(prefix.length));
    response.setHeader('Content-Security-Policy', POLICY);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${String(address.port)}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The same page from Vite's development server, whose workers are modules. */
export async function startDevelopmentHarness(): Promise<Harness> {
  const server = await createViteServer({
    ...viteConfig('unused'),
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('no address');
  return { url, close: () => server.close() };
}

/** What the page hands over as base64: as a list of numbers a picture takes longer than to draw. */
export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(Buffer.from(base64, 'base64'));

/** A page of its own with the engine on `window.harness`; what it logs as an error is printed. */
export async function openHarness(url: string): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...BROWSER_FLAGS],
  });
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text());
  });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in window);
  return { browser, page };
}
