import { join } from 'node:path';

import type { SandboxConfig } from '../renderer/core/config.ts';
import { startGateway } from './gateway/start-gateway.ts';
import { startMailbox } from './mailbox/start-mailbox.ts';
import { startPolygon } from './polygon/start-polygon.ts';
import { startSolana, type SolanaOptions } from './solana/start-solana.ts';

/** First ports to try; 0 takes any. */
export interface NetworkPorts {
  readonly rpc: number;
  readonly polygon: number;
  readonly gateway: number;
  readonly mailbox: number;
}

/** Default ports of `npm start` and the development servers. */
export const USUAL_PORTS: NetworkPorts = { rpc: 8899, polygon: 8545, gateway: 8900, mailbox: 8901 };
export const ANY_PORTS: NetworkPorts = { rpc: 0, polygon: 0, gateway: 0, mailbox: 0 };

export interface NetworksOptions extends Pick<SolanaOptions, 'slotMs' | 'reset'> {
  /** Folder for all data kept between starts. */
  readonly folder: string;
  readonly ports: NetworkPorts;
}

export type Networks = Awaited<ReturnType<typeof startNetworks>>;

/**
 * Starts all services that the app uses, on this machine.
 * @throws Error with a message if the folder is in use or no port is free
 */
export async function startNetworks({ folder, ports, ...options }: NetworksOptions) {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((one) => one.stop()));
  };
  const begin = async <T extends { stop(): Promise<void> }>(beginning: Promise<T>): Promise<T> => {
    const one = await beginning;
    started.push(one);
    return one;
  };
  const reset = options.reset ?? false;
  try {
    const solana = await begin(
      startSolana({ ...options, folder: join(folder, 'solana'), port: ports.rpc }),
    );
    const polygon = await begin(
      startPolygon({ folder: join(folder, 'polygon'), port: ports.polygon, reset }),
    );
    // Stores the pictures and metadata of NFTs.
    const gateway = await begin(
      startGateway({ folder: join(folder, 'gateway'), port: ports.gateway, reset }),
    );
    // Stores messages to support.
    const mailbox = await begin(
      startMailbox({ file: join(folder, 'messages.jsonl'), port: ports.mailbox, reset }),
    );
    const config: SandboxConfig = {
      solanaRpc: [solana.rpcUrl],
      treasury: solana.treasury,
      polygonRpc: [polygon.url],
      polygonContract: polygon.contract,
      media: gateway.media,
      supportEndpoint: mailbox.endpoint,
    };
    return { solana, polygon, gateway, mailbox, config, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
