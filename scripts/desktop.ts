/**
 * `npm run desktop`: starts the sandbox networks and the desktop app. The electron package
 * downloads Electron on first use.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { USUAL_PORTS } from '../sandbox/start-networks.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { buildDesktop } from './build-desktop.ts';
import { loadEnvironment } from './environment.ts';

loadEnvironment();
const folder = '.likeness/sandbox';
const sandbox = await startSandbox({
  folder,
  appPort: 4173,
  ports: USUAL_PORTS,
  reset: process.argv.includes('--reset'),
});
console.log('Building the desktop app (a later start skips this while nothing has changed) …');
const out = await buildDesktop();
const electron = spawn(
  process.execPath,
  ['node_modules/electron/cli.js', join(out, 'main/index.js')],
  {
    stdio: 'inherit',
    env: { ...process.env, LIKENESS_SANDBOX: JSON.stringify(sandbox.config) },
  },
);
electron.on('exit', (code) => {
  void sandbox.stop().then(() => process.exit(code ?? 1));
});
process.on('SIGINT', () => electron.kill());
process.on('SIGTERM', () => electron.kill());
