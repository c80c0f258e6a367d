import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { serveApp } from './serve-app.ts';
import { startSolana, type SolanaAdmin, type SolanaOptions } from './solana/start-solana.ts';

export interface SandboxOptions extends Pick<SolanaOptions, 'slotMs' | 'delays' | 'reset'> {
  /** Where the chains are kept between starts. */
  readonly folder: string;
  /** First port to try for the app; 0 for any. */
  readonly appPort: number;
  /** First port to try for Solana's RPC; 0 for any. */
  readonly rpcPort: number;
  /** A sandbox build of the app that exists already; built if left out. */
  readonly webRoot?: string;
  readonly onBuild?: () => void;
}

export interface Sandbox {
  readonly appUrl: string;
  readonly rpcUrl: string;
  readonly treasury: string;
  readonly genesis: string;
  readonly admin: SolanaAdmin;
  /** Settles when a part of it ends, by `stop` or by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Brings up the sandbox networks and the app that speaks to them.
 * @throws Error with a sentence when the folder is in use or no port is free
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { folder, appPort, rpcPort, webRoot, onBuild, ...solanaOptions } = options;
  const root = webRoot ?? (await buildWeb('sandbox', onBuild));
  const solana = await startSolana({ ...solanaOptions, folder: join(folder, 'solana'), port: rpcPort });
  const { rpcUrl, treasury, genesis, admin, ended } = solana;
  try {
    const app = await serveApp({ root, port: appPort, rpc: [rpcUrl], config: { solanaRpc: [rpcUrl], treasury } });
    const stop = async (): Promise<void> => {
      await Promise.all([app.stop(), solana.stop()]);
    };
    return { appUrl: app.appUrl, rpcUrl, treasury, genesis, admin, ended, stop };
  } catch (thrown) {
    await solana.stop();
    throw thrown;
  }
}
