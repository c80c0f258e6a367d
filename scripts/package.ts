/**
 * `npm run package`: builds the desktop app's installers with electron-builder. Passes arguments
 * on, e.g. `npm run package -- --dir`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

import { packageConfig } from '../electron/package-config.ts';
import { requireReview } from '../renderer/content/claims.ts';
import { billOfMaterials, licenceTexts } from '../renderer/vite-licences.ts';
import { loadEnvironment } from './environment.ts';

loadEnvironment();

function run(...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const network = process.env['LIKENESS_NETWORK'];
if (network !== 'mainnet' && network !== 'devnet') {
  stop(
    'Set LIKENESS_NETWORK to mainnet (or devnet): a sandbox build works on this machine alone and is never packaged.',
  );
}
if (!process.env['LIKENESS_APP_URL']) {
  stop('Set LIKENESS_APP_URL to the address of the web app: shared links and Phantom need it.');
}
requireReview(network);
run('node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn');
mkdirSync('out/notices', { recursive: true });
writeFileSync('out/notices/LICENSES.txt', licenceTexts());
writeFileSync('out/notices/sbom.cdx.json', billOfMaterials());
const config = 'out/package-config.json';
writeFileSync(config, JSON.stringify(packageConfig(process.env), null, 2));
run(
  'node_modules/electron-builder/cli.js',
  '--config',
  config,
  '--publish',
  'never',
  ...process.argv.slice(2),
);
