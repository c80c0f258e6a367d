/**
 * `npm run desktop`: starts the sandbox networks and the desktop app. The electron package
 * downloads Electron on first use. Other arguments than `--reset` are Electron's and the app's.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { USUAL_PORTS } from '../sandbox/start-networks.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { buildDesktop } from './build-desktop.ts';
import { loadEnvironment } from './environment.ts';

loadEnvironment();
const given = process.argv.slice(2);
const sandbox = await startSandbox({
  folder: '.likeness/sandbox',
  appPort: 4173,
  ports: USUAL_PORTS,
  reset: given.includes('--reset'),
});
console.log('Building the desktop app (a later start skips this while nothing has changed) …');
const out = await buildDesktop();
const electron = spawn(
  process.execPath,
  [
    'node_modules/electron/cli.js',
    join(out, 'main/index.js'),
    ...given.filter((argument) => argument !== '--reset'),
  ],
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
