import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { build, createServer as createViteServer, type InlineConfig } from 'vite';

import { engineFiles } from '../../renderer/engine/vite-models.ts';
import { SAMPLES_DEFINE } from '../../renderer/vite-samples.ts';
import { buildOnce } from '../../sandbox/build-once.ts';
import { listen, stopServer } from '../../sandbox/listen.ts';
import { browserOptions } from '../tools/browser.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The app's own policy, so that whatever works here works there. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data:",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
};

/** Photos that aren't part of the project; tests that need a missing one skip, naming it. */
const SHARED_PHOTOS = resolve(process.env['LIKENESS_PHOTOS'] ?? here('../../../shared/photos'));
export const sharedPhoto = (name: string): string => join(SHARED_PHOTOS, name);
/** The names of the pictures in one of their folders, sorted. */
export const sharedPhotos = (folder: string): string[] =>
  readdirSync(join(SHARED_PHOTOS, folder))
    .filter((name) => /\.(jpe?g|png|webp)$/.test(name))
    .sort();
export const hasSharedPhoto = (name: string): boolean => existsSync(sharedPhoto(name));

const viteConfig = (outDir: string): InlineConfig => ({
  root: here('./page'),
  base: '/',
  configFile: false,
  define: SAMPLES_DEFINE,
  logLevel: 'warn',
  plugins: [engineFiles()],
  worker: { format: 'iife' },
  build: { target: 'es2023', outDir, emptyOutDir: true, assetsInlineLimit: 0 },
});

export interface Harness {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Builds the page with the real engine and serves it on loopback under the app's strict policy.
 * @param send answers a request for a file itself, or returns false to have it sent as usual
 */
export async function startHarness(
  extraFiles: Readonly<Record<string, string>> = {},
  send: (file: string, response: ServerResponse) => boolean = () => false,
): Promise<Harness> {
  const built = await buildOnce(
    'engine-page',
    ['tests/engine/page', 'tests/engine/labels/labels.ts', 'tests/engine/harness.ts'],
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
    if (!send(file, response)) createReadStream(file).pipe(response);
  });
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${String(port)}/`, close: () => stopServer(server) };
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

/**
 * Decodes what the page returns as base64; as a list of numbers, a picture takes longer to pass
 * than to draw.
 */
export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(Buffer.from(base64, 'base64'));

/** Opens a browser and a page with the engine on `window.harness`; prints errors that it logs. */
export async function openHarness(url: string): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(message.text());
  });
  page.on('pageerror', (error) => console.error(error));
  // tsx makes functions call a helper, `__name`, which doesn't exist in the page.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.goto(url);
  await page.waitForFunction(() => 'harness' in window);
  return { browser, page };
}

/** Serves the page, runs with it in a browser, and closes both. */
export async function withHarness<T>(
  run: (page: Page, browser: Browser) => Promise<T>,
  ...served: Parameters<typeof startHarness>
): Promise<T> {
  const harness = await startHarness(...served);
  const { browser, page } = await openHarness(harness.url);
  try {
    return await run(page, browser);
  } finally {
    await browser.close();
    await harness.close();
  }
}
