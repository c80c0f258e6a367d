import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Most gzipped script that may come before Home shows, KB: what it doesn't show is loaded when it is needed. */
export const FIRST_PAGE_KB = 150;

/** Scripts of a build in `root` that the page names itself, and what they import statically: all that runs before Home shows. */
export function firstScripts(root: string): string[] {
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  const open = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const found = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const code = readFileSync(join(root, path), 'utf8');
    for (const [, name] of code.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g))
      open.push(`assets/${name ?? ''}`);
  }
  return [...found];
}

/** Their size as it goes over the network, in KB of 1024 bytes. */
export const gzippedKilobytes = (paths: readonly string[], root: string): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(root, path))).length, 0) / 1024;
