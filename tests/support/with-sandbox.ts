import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ANY_PORTS } from '../../sandbox/start-networks.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start-sandbox.ts';

/** Runs with an empty folder, which is deleted afterwards. */
export async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-test-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs with a sandbox of its own, and with the folder that has its data. */
export const withSandbox = <T>(
  run: (sandbox: Sandbox, folder: string) => Promise<T>,
  onBuild?: () => void,
): Promise<T> =>
  withFolder(async (folder) => {
    const sandbox = await startSandbox({
      folder,
      appPort: 0,
      ports: ANY_PORTS,
      ...(onBuild && { onBuild }),
    });
    try {
      return await run(sandbox, folder);
    } finally {
      await sandbox.stop();
    }
  });
