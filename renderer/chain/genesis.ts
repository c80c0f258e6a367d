import { LikenessError } from '../core/errors.ts';
import { genesisOf, type Network } from '../core/network.ts';
import { GENESIS_QUESTION, readGenesis } from '../core/rpc.ts';
import { createRpc, type RpcOptions } from './rpc.ts';

/**
 * Returns a function that asks which chain the RPC addresses serve and resolves to its genesis hash:
 * one small request, without web3.js. It rejects like `Rpc.send`, and with LikenessError
 * 'network-wrong' where another chain answers than the public one that is meant.
 */
export function createGenesis(
  options: RpcOptions,
  network: Network,
): (signal?: AbortSignal) => Promise<string> {
  const rpc = createRpc(options);
  const expected = genesisOf(network);
  return async (signal) => {
    const genesis = readGenesis(200, await rpc.send(GENESIS_QUESTION, signal));
    if (expected !== undefined && genesis !== expected)
      throw new LikenessError('network-wrong', { genesis });
    return genesis;
  };
}
