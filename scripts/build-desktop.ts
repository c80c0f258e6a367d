import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { buildOnce, PROJECT } from '../sandbox/build-once.ts';

/**
 * Builds the desktop app for the sandbox into `.likeness/`, unless a build of the same sources is
 * there. Returns its folder.
 */
export const buildDesktop = (): Promise<string> =>
  buildOnce(
    'desktop-sandbox',
    [
      'electron',
      'engine-host',
      'electron.vite.config.ts',
      'studio',
      'scripts/build-studio.ts',
      'scripts/wallet-page-languages.ts',
    ],
    async (out) => {
      try {
        await promisify(execFile)(
          process.execPath,
          ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn'],
          { cwd: PROJECT, env: { ...process.env, LIKENESS_NETWORK: 'sandbox', LIKENESS_OUT: out } },
        );
      } catch (thrown) {
        throw new Error('The desktop app could not be built.', { cause: thrown });
      }
    },
  );
