import { join } from 'node:path';
import { buildWeb } from './build-web.ts';
import { type Gateway, startGateway } from './gateway/start-gateway.ts';
import { type PageConfig, serveApp } from './serve-app.ts';
import { startSolana, type SolanaAdmin, type SolanaOptions } from './solana/start-solana.ts';

export interface SandboxOptions extends Pick<SolanaOptions, 'slotMs' | 'delays' | 'reset'> {
  /** Where the chains are kept between starts. */
  readonly folder: string;
  /** First port to try for the app; 0 for any. */
  readonly appPort: number;
  /** First port to try for Solana's RPC; 0 for any. */
  readonly rpcPort: number;
  /** First port to try for the media gateway; 0 for any. */
  readonly gatewayPort?: number;
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
  /** Takes NFTs' pictures and metadata. */
  readonly gateway: Gateway;
  /** What the app is told at run time; the desktop app gets it by LIKENESS_SANDBOX. */
  readonly config: PageConfig & { readonly appUrl: string };
  /** Settles when a part of it ends, by `stop` or by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Brings up the sandbox networks and the app that speaks to them.
 * @throws Error with a sentence when the folder is in use or no port is free
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { folder, appPort, rpcPort, gatewayPort = 0, webRoot, onBuild, ...solanaOptions } = options;
  const root = webRoot ?? (await buildWeb('sandbox', onBuild));
  const solana = await startSolana({ ...solanaOptions, folder: join(folder, 'solana'), port: rpcPort });
  const { rpcUrl, treasury, genesis, admin, ended } = solana;
  const started: { stop(): Promise<void> }[] = [solana];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((one) => one.stop()));
  };
  try {
    const gateway = await startGateway({ folder: join(folder, 'gateway'), port: gatewayPort, ...(options.reset && { reset: true }) });
    started.push(gateway);
    const page = { solanaRpc: [rpcUrl], treasury, media: gateway.media };
    const app = await serveApp({ root, port: appPort, rpc: [rpcUrl, gateway.url], config: page });
    started.push(app);
    const { appUrl } = app;
    return { appUrl, rpcUrl, treasury, genesis, admin, gateway, config: { ...page, appUrl }, ended, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
