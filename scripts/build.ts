/** `npm run build`: out/web, out/main, out/preload and out/renderer for the network of LIKENESS_NETWORK. */
import { spawnSync } from 'node:child_process';
import { build } from 'vite';

import { requireReview } from '../renderer/content/claims.ts';
import { readBuildConfig } from '../renderer/core/build-config.ts';
import { rendererConfig } from '../renderer/vite.config.ts';
import { loadEnvironment } from './environment.ts';
import { writeHeaderFiles } from './header-files.ts';

loadEnvironment();
const network = process.env['LIKENESS_NETWORK'] ?? '';
try {
  const web = rendererConfig('web', network);
  requireReview(network);
  console.log(`Building for ${network}.`);
  await build({ ...web, configFile: false, mode: 'production', logLevel: 'warn' });
  if (network !== 'sandbox') writeHeaderFiles('out/web', readBuildConfig(process.env, ''));
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn'],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
