import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb } from '../sandbox/build-web.ts';

const AIM_KB = 170;

/** Scripts that the page names itself, and what they import statically: all that runs before Home shows. */
function firstScripts(root: string): string[] {
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  const open = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const found = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const code = readFileSync(join(root, path), 'utf8');
    for (const [, name] of code.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) open.push(`assets/${name ?? ''}`);
  }
  return [...found];
}

const kilobytes = (paths: readonly string[], root: string): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(root, path))).length, 0) / 1024;

/** Gzipped script of the first page beside all there is: web3.js, wallets and the engine come when needed. */
export async function benchFirstPage(): Promise<string> {
  const root = await buildWeb('sandbox');
  const all = readdirSync(join(root, 'assets')).filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`);
  return [
    '## First page (gzipped script)',
    '',
    `| | KB |`,
    `|---|---|`,
    `| Home, before it shows (aim: under ${AIM_KB}) | ${kilobytes(firstScripts(root), root).toFixed(1)} |`,
    `| every script of the app | ${kilobytes(all, root).toFixed(1)} |`,
    '',
  ].join('\n');
}
