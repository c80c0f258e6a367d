import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

import { escapeHtml } from '../../renderer/core/escape-html.ts';
import { isAppUrl } from './origin.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Determined by the file extension. */
export const contentType = (path: string): string =>
  TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';

export interface AppFilesOptions {
  /** Folder of the built page. */
  readonly root: string;
  /**
   * Sent with every response, because a worker obeys its own headers instead of its page's. Called
   * for each response.
   */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Meta elements that main inserts into the page, by name. Called for each page. */
  readonly metas?: () => Readonly<Record<string, string>>;
}

/**
 * Answers app://likeness/… requests from the folder of the built page. An address without a file
 * extension is a route and gets the page itself.
 */
export function appFiles({
  root,
  headers,
  metas,
}: AppFilesOptions): (request: Request) => Promise<Response> {
  const refuse = (status: number): Response => new Response(null, { status, headers: headers() });

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    if (!isAppUrl(request.url)) return refuse(403);
    const path = filePath(root, new URL(request.url).pathname);
    if (path === undefined) return refuse(400);
    try {
      const content = await readFile(path);
      const body =
        extname(path) === '.html' && metas ? withMetas(content.toString('utf8'), metas()) : content;
      return new Response(request.method === 'HEAD' ? null : body, {
        headers: { ...headers(), 'content-type': contentType(path), 'cache-control': 'no-store' },
      });
    } catch {
      return refuse(404); // There is no such file.
    }
  };
}

/**
 * The file inside `root` for a request's path. Undefined if the path leaves `root` or could mean
 * something else to a file system.
 */
export function filePath(root: string, pathname: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined; // Not a valid address.
  }
  // On Windows, backslashes and colons can lead to other drives and streams.
  if (/[\\:\p{Cc}]/u.test(path) || path.split('/').includes('..')) return undefined;
  const file = join(root, extname(path) === '' ? 'desktop.html' : path);
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? file : undefined;
}

function withMetas(page: string, metas: Readonly<Record<string, string>>): string {
  const elements = Object.entries(metas).map(
    ([name, content]) => `<meta name="${escapeHtml(name)}" content="${escapeHtml(content)}" />`,
  );
  return page.replace('</head>', () => `${elements.join('')}</head>`);
}
