import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';

import { POLYGON_CHAIN_IDS } from '../../renderer/core/network.ts';
import { deployment } from '../../scripts/contract-deployment.ts';
import { listen, stopServer } from '../listen.ts';
import { startAnvil, type Anvil } from './anvil.ts';
import { createFront, type PolygonFault } from './front.ts';

const factsSchema = z.object({ contract: z.string(), owner: z.string(), treasury: z.string() });
const receiptSchema = z.object({ status: z.literal('0x1'), contractAddress: z.string() });
const DEPLOYMENT_GAS = 5_000_000;
const GWEI = 1_000_000_000;
const POL = 10n ** 18n;

const hex = (value: bigint | number): string => `0x${value.toString(16)}`;

/**
 * Deploys the contract on an empty chain with a throwaway key. So the contract has a different
 * address on every new chain, and tokens of an earlier chain can't be mistaken for this one's.
 */
async function deploy({ ask }: Anvil): Promise<z.infer<typeof factsSchema>> {
  const someone = () => privateKeyToAccount(generatePrivateKey());
  const [deployer, owner, treasury] = [someone(), someone().address, someone().address];
  for (const { address } of [deployer, { address: owner }])
    await ask('anvil_setBalance', [address, hex(100n * POL)]);
  const chainId = Number(await ask('eth_chainId'));
  const signed = await deployer.signTransaction({
    chainId,
    nonce: 0,
    gas: BigInt(DEPLOYMENT_GAS),
    maxFeePerGas: BigInt(10 * GWEI),
    maxPriorityFeePerGas: BigInt(GWEI),
    data: deployment(owner, treasury),
  });
  const hash = await ask('eth_sendRawTransaction', [signed]);
  await ask('anvil_mine', [hex(3)]);
  return {
    contract: receiptSchema.parse(await ask('eth_getTransactionReceipt', [hash])).contractAddress,
    owner,
    treasury,
  };
}

/** Opens the folder's chain, or creates one. Changes are saved to the folder one block later. */
async function openChain(anvil: Anvil, folder: string, reset: boolean) {
  if (reset) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const read = (name: string): string | undefined => {
    try {
      return readFileSync(join(folder, name), 'utf8');
    } catch {
      return undefined;
    }
  };
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, `${name}.new`), text);
    renameSync(join(folder, `${name}.new`), join(folder, name));
  };
  const save = async (): Promise<void> =>
    write('state.hex', z.string().parse(await anvil.ask('anvil_dumpState')));

  const [state, facts] = [read('state.hex'), read('chain.json')];
  let chain: z.infer<typeof factsSchema>;
  if (state !== undefined && facts !== undefined) {
    await anvil.ask('anvil_loadState', [state]);
    chain = factsSchema.parse(JSON.parse(facts));
  } else {
    chain = await deploy(anvil);
    await save();
    write('chain.json', JSON.stringify(chain));
  }
  return {
    ...chain,
    mine: async (blocks: number) => {
      await anvil.ask('anvil_mine', [hex(blocks)]);
      await save();
    },
    /** Sets an address's balance, in wei. */
    fund: async (address: string, wei: bigint) => {
      await anvil.ask('anvil_setBalance', [address, hex(wei)]);
      await save();
    },
  };
}

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
export type Polygon = Awaited<ReturnType<typeof startPolygon>>;

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
}: PolygonOptions) {
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
      rhythm: (next: number) => {
        state.blockMs = next;
        wind();
      },
      fault: (fault: PolygonFault) => void (state.fault = fault),
      heal: () => {
        delete state.fault;
      },
      stop: async () => {
        state.due = 0;
        clearTimeout(state.timer);
        await stopServer(server);
        await anvil.stop();
      },
    };
  } catch (thrown) {
    await anvil.stop();
    throw thrown;
  }
}
