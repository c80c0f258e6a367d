import { decodeFunctionResult, encodeFunctionData, type Abi, type Hex } from 'viem';

import artifact from '../../../resources/contracts/likeness-avatars.json' with { type: 'json' };
import { askNode } from '../../support/test-ethereum.ts';

const abi = artifact.abi as Abi;

/** Asks the contract through its compiled ABI, without the app's client code. */
export async function askContract(
  url: string,
  contract: string,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<unknown> {
  const data = encodeFunctionData({ abi, functionName, args });
  const result = await askNode(url, 'eth_call', [{ to: contract, data }, 'finalized']);
  return decodeFunctionResult({ abi, functionName, data: result as Hex });
}

export const weiOf = async (url: string, address: string): Promise<bigint> =>
  BigInt(String(await askNode(url, 'eth_getBalance', [address, 'latest'])));

/** Calldata for a call without arguments, e.g. 'withdraw'. */
export const callData = (functionName: string): Hex => encodeFunctionData({ abi, functionName });
