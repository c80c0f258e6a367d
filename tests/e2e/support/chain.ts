import { z } from 'zod';

import { askNode } from '../../support/test-ethereum.ts';

/**
 * Milliseconds per slot for tests that wait for finality: faster than the real 400, and slow enough
 * that a transaction, which lives for 150 slots, doesn't expire during a slow machine's clicks.
 */
export const BRISK = 120;

/** Asks the sandbox's RPC directly, without the app's client code. */
export const askRpc = async <T>(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
  schema: z.ZodType<T>,
): Promise<T> => schema.parse(await askNode(rpcUrl, method, params));

const balance = z.object({ value: z.number() });

/** Finalized balance in lamports, from the sandbox, without our own client code. */
export const balanceOf = async (rpcUrl: string, address: string): Promise<number> =>
  (await askRpc(rpcUrl, 'getBalance', [address, { commitment: 'finalized' }], balance)).value;
