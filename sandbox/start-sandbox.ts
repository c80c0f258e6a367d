import { join } from 'node:path';

import { calledAddresses } from '../renderer/core/config.ts';
import { buildWeb } from './build-web.ts';
import { serveApp } from './serve-app.ts';
import { startNetworks, type NetworksOptions } from './start-networks.ts';

export interface SandboxOptions extends NetworksOptions {
  /** First port to try for the app; 0 for any. */
  readonly appPort: number;
  readonly onBuild?: () => void;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Starts the sandbox networks and the app that uses them.
 * @throws Error with a message if the folder is in use or no port is free
 */
export async function startSandbox({ appPort, onBuild, ...options }: SandboxOptions) {
  const root = await buildWeb('sandbox', onBuild);
  const networks = await startNetworks(options);
  const { solana, polygon, gateway, mailbox, config } = networks;
  const { rpcUrl, treasury, admin } = solana;
  const ended = Promise.race([solana.ended, polygon.ended]);
  try {
    const app = await serveApp({
      root,
      port: appPort,
      addresses: calledAddresses(config),
      engines: join(options.folder, 'engines.json'),
      config,
    });
    const stop = async (): Promise<void> => {
      await Promise.all([app.stop(), networks.stop()]);
    };
    return {
      appUrl: app.appUrl,
      rpcUrl,
      treasury,
      admin,
      polygon,
      gateway,
      mailbox,
      /** The app's runtime configuration; the desktop app gets it through LIKENESS_SANDBOX. */
      config: { ...config, appUrl: app.appUrl },
      /** Settles when a part of it ends, through `stop` or otherwise. */
      ended,
      stop,
    };
  } catch (thrown) {
    await networks.stop();
    throw thrown;
  }
}
