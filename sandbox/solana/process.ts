/** The sandbox's Solana process. `startSolana` starts it; its first message configures it. */
import { z } from 'zod';

import { listen } from '../listen.ts';
import { createHttp } from './http.ts';
import { SandboxNode } from './node.ts';
import { StateFolder } from './state-folder.ts';

const solanaOptions = z.object({
  folder: z.string(),
  port: z.number().int().nonnegative(),
  slotMs: z.number().int().nonnegative(),
});

async function run(message: unknown): Promise<void> {
  const { folder, port, slotMs } = solanaOptions.parse(message);
  const node = new SandboxNode(new StateFolder(folder), slotMs);
  const http = createHttp(node);
  const taken = await listen(http, port);
  const { genesis, treasury } = node.chain.identity;
  let stopped = false;
  const stop = (): void => {
    if (stopped) return;
    stopped = true;
    node.stop();
    http.close();
    http.closeAllConnections();
    if (process.connected) process.disconnect();
  };
  process.once('SIGTERM', stop);
  // The parent is gone, so nobody else would stop this process.
  process.once('disconnect', stop);
  process.send?.({ kind: 'ready', port: taken, genesis, treasury: treasury.publicKey.toBase58() });
}

// Ctrl-C reaches the whole process group; the parent decides when to stop.
process.on('SIGINT', () => undefined);
process.once('message', (message) => {
  run(message).catch((thrown: unknown) => {
    process.send?.(
      { kind: 'failed', sentence: thrown instanceof Error ? thrown.message : String(thrown) },
      () => process.exit(1),
    );
  });
});
