import { z } from 'zod';

import { LikenessError } from '../../../core/errors.ts';
import { LAMPORTS_PER_SOL } from '../../../core/money.ts';
import type { RequestPurpose, Requests } from '../../../ports/requests.ts';

const GIVEN_SOL = 20n;
/**
 * Below this balance the wallet is topped up: twice the most expensive plan, so that two purchases
 * fit.
 */
const LOW_SOL = 14n;
const POLL_MS = 150;
const POLLS = 40;

/** In wei. A mint costs a hundredth of a POL plus its fee. */
const LOW_POL = 10n ** 18n;

const balance = z.object({ value: z.number() });
const nodeAnswer = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
]);

/**
 * Calls the sandbox's first node, of either chain.
 * @throws Error with the node's code and message, as a wallet does
 */
export function askNode(requests: Requests, rpc: readonly string[], purpose: RequestPurpose) {
  return async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [url] = rpc;
    if (url === undefined) throw new LikenessError('polygon-unreachable', { method });
    const { text } = await requests.json({
      url,
      purpose,
      label: method,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = nodeAnswer.parse(JSON.parse(text));
    if ('error' in answer)
      throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return answer.result;
  };
}

/**
 * Tops up the wallet from the faucet when its balance is low, and waits until the chain shows it.
 */
export async function fund(
  requests: Requests,
  rpc: readonly string[],
  address: string,
): Promise<void> {
  const ask = askNode(requests, rpc, 'faucet');
  const low = async (): Promise<boolean> => {
    const found = balance.parse(await ask('getBalance', [address, { commitment: 'confirmed' }]));
    return BigInt(found.value) < LOW_SOL * LAMPORTS_PER_SOL;
  };
  if (!(await low())) return;
  await ask('requestAirdrop', [address, Number(GIVEN_SOL * LAMPORTS_PER_SOL)]);
  for (let poll = 0; poll < POLLS && (await low()); poll++)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Tops up an account on the sandbox's Polygon when its balance is low. */
export async function fundEvm(
  requests: Requests,
  rpc: readonly string[],
  address: string,
): Promise<void> {
  const faucet = askNode(requests, rpc, 'faucet');
  if (BigInt(String(await faucet('eth_getBalance', [address, 'latest']))) < LOW_POL)
    await faucet('sandbox_fund', [address]);
}
