import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Network } from '../../renderer/core/network.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const INPUTS = [
  'renderer',
  'resources',
  'package-lock.json',
  'package.json',
  'tests/sandbox/build-web.ts',
];
const STAMP = '.built-from';

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** SHA-256 of everything that a build is made from: what every build has in common, and `more`. */
export function inputsHash(network: Network, more: readonly string[] = []): string {
  const hash = createHash('sha256').update(network);
  for (const [name, value] of Object.entries(process.env).sort())
    if (name.startsWith('LIKENESS_')) hash.update(`${name}=${value ?? ''}\n`);
  const paths = [...INPUTS, ...more].flatMap((input) =>
    /\.\w+$/.test(input) ? [join(PROJECT, input)] : filesOf(join(PROJECT, input)),
  );
  for (const path of paths.sort())
    hash.update(`${relative(PROJECT, path)}\n`).update(readFileSync(path));
  return hash.digest('hex');
}

/** Builds the browser app into `.likeness/`, unless it is there already from the same sources. Gives its folder. */
export async function buildWeb(
  network: Network,
  onBuild: () => void = () => undefined,
): Promise<string> {
  const folder = join(PROJECT, '.likeness', `web-${network}`);
  const hash = inputsHash(network);
  const stamp = join(folder, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return folder;
  onBuild();
  // Loaded only now: a start that has nothing to build is up in half the time.
  const [{ build }, { rendererConfig }] = await Promise.all([
    import('vite'),
    import('../../renderer/vite.config.ts'),
  ]);
  const next = `${folder}.next`;
  const config = rendererConfig('web', network);
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, outDir: next, emptyOutDir: true },
  });
  writeFileSync(join(next, STAMP), hash);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
  return folder;
}
