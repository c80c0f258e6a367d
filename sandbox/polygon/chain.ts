import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';

import { deployment } from '../../scripts/contract-deployment.ts';
import type { Anvil } from './anvil.ts';

const factsSchema = z.object({ contract: z.string(), owner: z.string(), treasury: z.string() });
const receiptSchema = z.object({ status: z.literal('0x1'), contractAddress: z.string() });
const DEPLOYMENT_GAS = 5_000_000;
const GWEI = 1_000_000_000;
const POL = 10n ** 18n;

export interface Chain {
  readonly contract: string;
  readonly owner: string;
  readonly treasury: string;
  mine(blocks: number): Promise<void>;
  /** Sets an address's balance, in wei. */
  fund(address: string, wei: bigint): Promise<void>;
}

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
export async function openChain(anvil: Anvil, folder: string, reset: boolean): Promise<Chain> {
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
    mine: async (blocks) => {
      await anvil.ask('anvil_mine', [hex(blocks)]);
      await save();
    },
    fund: async (address, wei) => {
      await anvil.ask('anvil_setBalance', [address, hex(wei)]);
      await save();
    },
  };
}
