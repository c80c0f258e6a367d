import { z } from 'zod';
import { LikenessError } from '../../../core/errors.ts';
import { LAMPORTS_PER_SOL } from '../../../core/money.ts';
import type { Requests } from '../../../ports/requests.ts';

const GIVEN_SOL = 20n;
/** Below this the wallet is filled up: twice the dearest plan, so that one can follow another. */
const LOW_SOL = 14n;
const POLL_MS = 150;
const POLLS = 40;

const balance = z.object({ result: z.object({ value: z.number() }) });
const airdrop = z.object({ result: z.string() });

/** Tries the addresses in turn, as the chain does. */
async function ask<T>(requests: Requests, rpc: readonly string[], method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T> {
  let last: unknown;
  for (const url of rpc) {
    try {
      const { text } = await requests.json({ url, purpose: 'faucet', label: method, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });
      return schema.parse(JSON.parse(text));
    } catch (thrown) {
      last = thrown;
    }
  }
  throw new LikenessError('network-unreachable', { method }, { cause: last });
}

/** Fills the wallet up from the faucet when it runs low, and waits until the chain shows it. */
export async function fund(requests: Requests, rpc: readonly string[], address: string): Promise<void> {
  const low = async (): Promise<boolean> =>
    BigInt((await ask(requests, rpc, 'getBalance', [address, { commitment: 'confirmed' }], balance)).result.value) < LOW_SOL * LAMPORTS_PER_SOL;
  if (!(await low())) return;
  await ask(requests, rpc, 'requestAirdrop', [address, Number(GIVEN_SOL * LAMPORTS_PER_SOL)], airdrop);
  for (let poll = 0; poll < POLLS && (await low()); poll++) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
