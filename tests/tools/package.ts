/**
 * `npm run package`: installers of the desktop app by electron-builder. Arguments are handed on,
 * e.g. `npm run package -- --dir`.
 */
import { spawnSync } from 'node:child_process';
import { loadEnvironment } from './environment.ts';

loadEnvironment();

function run(...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const network = process.env['LIKENESS_NETWORK'];
if (network !== 'mainnet' && network !== 'devnet') {
  console.error('Set LIKENESS_NETWORK to mainnet (or devnet): a sandbox build works on this machine alone and is never packaged.');
  process.exit(1);
}
run('node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn');
run('node_modules/electron-builder/cli.js', '--publish', 'never', ...process.argv.slice(2));
