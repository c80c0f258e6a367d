import { z } from 'zod';

import { fromBase64 } from '../core/base64.ts';
import { readSolPrice, SOL_PRICE_ACCOUNT } from '../core/price-account.ts';
import type { SolPrice } from '../core/sol-price.ts';
import { createRpc, type RpcOptions } from './rpc.ts';

const answer = z.object({
  result: z.object({
    value: z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }),
  }),
});

const QUESTION = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'getAccountInfo',
  params: [SOL_PRICE_ACCOUNT, { encoding: 'base64', commitment: 'confirmed' }],
});

/**
 * Returns a function that reads the price of SOL from the chain: one small request, without
 * web3.js. It resolves to undefined when the answer holds no price to trust, and rejects like
 * `Rpc.send`.
 */
export function createSolPrice(
  options: RpcOptions,
): (signal?: AbortSignal) => Promise<SolPrice | undefined> {
  const rpc = createRpc({ rounds: 1, ...options });
  return async (signal) => {
    const parsed = answer.safeParse(JSON.parse(await rpc.send(QUESTION, signal)));
    if (!parsed.success) return undefined;
    const { owner, data } = parsed.data.result.value;
    return readSolPrice(owner, fromBase64(data[0]));
  };
}
