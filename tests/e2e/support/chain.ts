import { z } from 'zod';

/**
 * Milliseconds per slot for tests that wait for finality: faster than the real 400, and slow enough
 * that a transaction, which lives for 150 slots, doesn't expire during a slow machine's clicks.
 */
export const BRISK = 120;

const answer = z.object({ result: z.object({ value: z.number() }) });

/** Finalized balance in lamports, from the sandbox, without our own client code. */
export async function balanceOf(rpcUrl: string, address: string): Promise<number> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getBalance',
      params: [address, { commitment: 'finalized' }],
    }),
  });
  return answer.parse(await response.json()).result.value;
}
