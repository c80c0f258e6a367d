import { join } from 'node:path';

import { calledAddresses, type SandboxConfig } from '../renderer/core/config.ts';
import { buildWeb } from './build-web.ts';
import { serveApp } from './serve-app.ts';
import type { Solana } from './solana/start-solana.ts';
import { startNetworks, type Networks, type NetworksOptions } from './start-networks.ts';

export interface SandboxOptions extends NetworksOptions {
  /** First port to try for the app; 0 for any. */
  readonly appPort: number;
  readonly onBuild?: () => void;
}

export interface Sandbox
  extends
    Pick<Networks, 'polygon' | 'gateway' | 'mailbox'>,
    Pick<Solana, 'rpcUrl' | 'treasury' | 'admin'> {
  readonly appUrl: string;
  /** The app's runtime configuration; the desktop app gets it through LIKENESS_SANDBOX. */
  readonly config: SandboxConfig & { readonly appUrl: string };
  /** Settles when a part of it ends, through `stop` or otherwise. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the sandbox networks and the app that uses them.
 * @throws Error with a message if the folder is in use or no port is free
 */
export async function startSandbox({
  appPort,
  onBuild,
  ...options
}: SandboxOptions): Promise<Sandbox> {
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
      config: { ...config, appUrl: app.appUrl },
      ended,
      stop,
    };
  } catch (thrown) {
    await networks.stop();
    throw thrown;
  }
}
