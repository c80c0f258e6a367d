import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import compression from '@polka/compression';
import sirv from 'sirv';

import { createEngineCalls } from '../engine-host/calls.ts';
import { createRelay } from '../engine-host/relay.ts';
import type { SandboxConfig } from '../renderer/core/config.ts';
import { escapeHtml } from '../renderer/core/escape-html.ts';
import { securityHeaders } from '../renderer/core/security-headers.ts';
import { listen, stopServer } from './listen.ts';
import { localEngines } from './local-engines.ts';
import { LOOPBACK_HOST } from './loopback.ts';

export interface ServeOptions {
  /** Folder of the built app. */
  readonly root: string;
  /** First port to try; 0 for any. */
  readonly port: number;
  /** The addresses that the page may call, see `calledAddresses`. */
  readonly addresses: readonly string[];
  /** Where the app's engines are kept between starts; without it, until the end. */
  readonly engines?: string;
  /** Inserted into each page; without it the page uses its build-time configuration. */
  readonly config?: SandboxConfig;
}

export type ServedApp = Awaited<ReturnType<typeof serveApp>>;

const HASHED = /^\/assets\//;
const IMMUTABLE = 'public, max-age=31536000, immutable';
// Types missing from the standard list.
const BINARY = /\.(tflite|bin|data)$/;

/** Text only: pictures and models are compressed already. */
const compress = compression();

/** Inserts the configuration as a meta element: an inline script would violate the policy. */
export function injectConfig(
  page: string,
  config: SandboxConfig & { readonly appUrl: string },
): string {
  if (!page.includes('</head>'))
    throw new Error('The page has no </head> to write the configuration before.');
  return page.replace(
    '</head>',
    () => `<meta name="likeness-config" content="${escapeHtml(JSON.stringify(config))}">\n</head>`,
  );
}

const isPage = (path: string): boolean =>
  path.endsWith('/') || path.endsWith('.html') || !/\.[a-z0-9]+$/i.test(path);

/** A build's pages by address: '/pricing' is pricing.html; app.html serves all other addresses. */
function readPages(root: string): (path: string) => string {
  const pages = new Map(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => [
        name === 'index.html' ? '/' : `/${name.slice(0, -'.html'.length).replaceAll('\\', '/')}`,
        readFileSync(join(root, name), 'utf8'),
      ]),
  );
  const others = pages.get('/app') ?? '';
  return (path) => pages.get(path.replace(/\.html$/, '').replace(/^\/index$/, '/')) ?? others;
}

/**
 * Serves a built app on loopback: hashed files with permanent caching, prerendered pages at their
 * addresses, app.html at every other path without an extension, text compressed, and the security
 * headers on each response.
 */
export async function serveApp({ root, port, addresses, engines, config }: ServeOptions) {
  const headers = Object.entries(securityHeaders({ addresses, https: false }));
  const files = sirv(root, {
    // Files are looked up at each request: a build may replace the folder in the meantime.
    dev: true,
    etag: true,
    setHeaders(response, path) {
      response.setHeader(
        'Cache-Control',
        path === '/version.json' ? 'no-store' : HASHED.test(path) ? IMMUTABLE : 'no-cache',
      );
      if (BINARY.test(path)) response.setHeader('Content-Type', 'application/octet-stream');
    },
  });
  const relay = createRelay(createEngineCalls(localEngines(engines)));
  let pageAt: (path: string) => string = () => '';

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    const refuse = (status: number, sentence: string): void => {
      response.writeHead(status, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      response.end(sentence);
    };
    if (!LOOPBACK_HOST.test(request.headers.host ?? '')) {
      refuse(403, 'This host name is not served.');
      return;
    }
    if (relay(request, response)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(405, 'Only GET is served.');
      return;
    }
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    compress(request, response, () => {
      if (!isPage(path)) {
        files(request, response, () => refuse(404, 'Not found.'));
        return;
      }
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
      });
      response.end(request.method === 'HEAD' ? undefined : pageAt(path));
    });
  });
  server.keepAliveTimeout = 120_000;

  const taken = await listen(server, port);
  const appUrl = `http://127.0.0.1:${taken}`;
  const built = readPages(root);
  pageAt = config ? (path) => injectConfig(built(path), { ...config, appUrl }) : built;
  return {
    appUrl,
    port: taken,
    stop: () => stopServer(server),
  };
}
