import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Network } from '../../renderer/core/network.ts';
import { inputsHash } from '../sandbox/build-web.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const STAMP = '.built-from';

/** Builds the desktop app into `.likeness/`, unless it is there already from the same sources. Gives its folder. */
export function buildDesktop(network: Network): string {
  const folder = join(PROJECT, '.likeness', `desktop-${network}`);
  const hash = inputsHash(network, ['electron', 'electron.vite.config.ts']);
  const stamp = join(folder, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return folder;
  const next = `${folder}.next`;
  rmSync(next, { recursive: true, force: true });
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn'],
    {
      cwd: PROJECT,
      encoding: 'utf8',
      env: { ...process.env, LIKENESS_NETWORK: network, LIKENESS_OUT: next },
    },
  );
  if (status !== 0) throw new Error(`The desktop app could not be built.\n${stderr}`);
  writeFileSync(join(next, STAMP), hash);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
  return folder;
}
