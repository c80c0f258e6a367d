import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FEATURES = 'renderer/features';

const codeOf = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

/** The scripts that the page of a build in `root` names itself. */
const named = (root: string): string[] =>
  [...codeOf(root, 'index.html').matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, path]) => path ?? '',
  );

/** The scripts that these import statically in a build in `root`, themselves included. */
function withImports(root: string, scripts: readonly string[]): string[] {
  const open = [...scripts];
  const found = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const [, name] of codeOf(root, path).matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g))
      open.push(`assets/${name ?? ''}`);
  }
  return [...found];
}

/** All scripts that run before Home appears. */
export const firstScripts = (root: string): string[] => withImports(root, named(root));

/** The additional scripts of each screen except Home, by its feature's name. */
export function screenScripts(root: string): Record<string, string[]> {
  const first = firstScripts(root);
  const features = new Set(readdirSync(FEATURES));
  const screens: Record<string, string[]> = {};
  for (const path of first) {
    for (const [, file = ''] of codeOf(root, path).matchAll(
      /import\(\s*["`]\.\/([^"`]+\.js)["`]/g,
    )) {
      const feature = nameOf(file).replace(/-screens?$/, '');
      if (features.has(feature))
        screens[feature] = withImports(root, [`assets/${file}`]).filter(
          (script) => !first.includes(script),
        );
    }
  }
  return screens;
}

/** A chunk's name without the build's hash. */
export const nameOf = (path: string): string => basename(path).replace(/-[\w-]{7}\.js$/, '');

/** A script's size after compression, in KB of 1024 bytes. */
export const gzippedKilobytes = (path: string, root: string): number =>
  gzipSync(readFileSync(join(root, path))).length / 1024;

export const sumOf = (paths: readonly string[], root: string): number =>
  paths.reduce((sum, path) => sum + gzippedKilobytes(path, root), 0);

/** The files of a folder with their sizes in MB of 1024 × 1024 bytes, the largest first. */
export const filesBySize = (root: string): { name: string; megabytes: number }[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      name,
      megabytes: statSync(join(parentPath, name)).size / 1024 ** 2,
    }))
    .sort((a, b) => b.megabytes - a.megabytes);

/** The five sources that grew most between two lists of sizes, e.g. `zod 12 → 40`. */
export const grown = (before: Record<string, number>, now: Record<string, number>): string =>
  Object.entries(now)
    .map(([source, size]) => ({ source, size, was: before[source] ?? 0 }))
    .filter(({ size, was }) => size > was)
    .sort((a, b) => b.size - b.was - (a.size - a.was))
    .slice(0, 5)
    .map(({ source, size, was }) => `${source} ${String(was)} → ${String(size)}`)
    .join(', ') || 'nothing';
