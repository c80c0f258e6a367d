/**
 * `npm run studio -- COMMAND`: runs the command line `likeness`, built for LIKENESS_NETWORK (by
 * default the sandbox) when its sources have changed. With `--build` alone, builds out/studio for
 * installing.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { buildOnce } from '../sandbox/build-once.ts';
import { buildStudio } from './build-studio.ts';
import { loadEnvironment } from './environment.ts';

loadEnvironment();
const network = process.env['LIKENESS_NETWORK'] || 'sandbox';
const args = process.argv.slice(2);
try {
  if (args[0] === '--build') {
    await buildStudio('out/studio', network);
    console.log('out/studio is built: npm install --global --install-links ./out/studio');
  } else {
    const folder = await buildOnce(
      `studio-${network}`,
      ['studio', 'engine-host', 'scripts/build-studio.ts'],
      (into) => buildStudio(into, network),
    );
    const child = spawn(process.execPath, [join(folder, 'likeness.js'), ...args], {
      stdio: 'inherit',
    });
    // A terminal sends these signals to both processes; the command decides when it ends.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (signal === 'SIGTERM') child.kill(signal);
      });
    child.on('exit', (code) => (process.exitCode = code ?? 1));
  }
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
