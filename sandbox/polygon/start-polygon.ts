import { POLYGON_CHAIN_IDS } from '../../renderer/core/network.ts';
import { listen } from '../listen.ts';
import { startAnvil, type Anvil } from './anvil.ts';
import { openChain, type Chain } from './chain.ts';
import { createFront, type PolygonFault } from './front.ts';

export interface PolygonOptions {
  /** Folder for the chain. */
  readonly folder: string;
  /** First port to try; 0 for any. */
  readonly port: number;
  /** Milliseconds per block while a transaction waits; with 0, blocks come from `mine` only. */
  readonly blockMs?: number;
  /** Deletes the folder's chain first. */
  readonly reset?: boolean;
}

/**
 * `contract` is Likeness Avatars, deployed at a different address on every new chain. Nobody has
 * the keys of its `owner` and `treasury`: tests impersonate them.
 */
export interface Polygon extends Chain, Pick<Anvil, 'ask' | 'ended'> {
  readonly url: string;
  readonly chainId: number;
  rhythm(blockMs: number): void;
  fault(fault: PolygonFault): void;
  heal(): void;
  stop(): Promise<void>;
}

const DEFAULT_BLOCK_MS = 700;
/** A transaction's own block, two that make it final, and one spare. */
const BLOCKS_AFTER_A_TRANSACTION = 4;
const FAUCET_WEI = 100n * 10n ** 18n;

/**
 * The sandbox's Polygon: anvil behind a proxy that only this machine's app can reach. It mines
 * while a transaction waits, keeps the chain between starts, and has the contract deployed.
 * @throws Error with a message if it can't start or no port is free
 */
export async function startPolygon({
  folder,
  port,
  blockMs = DEFAULT_BLOCK_MS,
  reset = false,
}: PolygonOptions): Promise<Polygon> {
  const chainId = POLYGON_CHAIN_IDS.sandbox;
  const anvil = await startAnvil(chainId);
  const state: { blockMs: number; due: number; fault?: PolygonFault; timer?: NodeJS.Timeout } = {
    blockMs,
    due: 0,
  };
  try {
    const chain = await openChain(anvil, folder, reset);
    const wind = (): void => {
      clearTimeout(state.timer);
      if (state.due === 0 || state.blockMs === 0) return;
      state.timer = setTimeout(() => {
        state.due -= 1;
        chain.mine(1).then(wind, () => undefined); // Fails while the chain is being stopped.
      }, state.blockMs);
    };
    const server = createFront({
      anvil,
      fault: () => state.fault,
      fund: (address) => chain.fund(address, FAUCET_WEI),
      onTransaction: () => {
        state.due = BLOCKS_AFTER_A_TRANSACTION;
        wind();
      },
    });
    const url = `http://127.0.0.1:${await listen(server, port)}`;
    return {
      ...chain,
      url,
      chainId,
      ask: anvil.ask,
      ended: anvil.ended,
      rhythm: (next) => {
        state.blockMs = next;
        wind();
      },
      fault: (fault) => void (state.fault = fault),
      heal: () => {
        delete state.fault;
      },
      stop: async () => {
        state.due = 0;
        clearTimeout(state.timer);
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        });
        await anvil.stop();
      },
    };
  } catch (thrown) {
    await anvil.stop();
    throw thrown;
  }
}
