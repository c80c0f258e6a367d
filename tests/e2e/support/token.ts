import { z } from 'zod';

import { askRpc } from './chain.ts';

const FINALIZED = { commitment: 'finalized', encoding: 'base64' };
const account = z.object({
  value: z.object({ data: z.tuple([z.string(), z.string()]), owner: z.string() }),
});
const amount = z.object({ value: z.object({ amount: z.string(), decimals: z.number() }) });
const held = z.object({
  value: z.array(z.object({ account: z.object({ data: z.tuple([z.string(), z.string()]) }) })),
});

export interface ChainToken {
  readonly program: string;
  readonly supply: string;
  readonly decimals: number;
  /** Both must be off: the account's flags for a mint and a freeze authority. */
  readonly hasMintAuthority: boolean;
  readonly hasFreezeAuthority: boolean;
  /** The whole account as text: it contains the metadata's name and address. */
  readonly text: string;
  /** How many of it an owner holds. */
  readonly heldBy: (owner: string) => Promise<bigint>;
}

/** A token as the chain stores it, finalized. */
export async function tokenOf(rpcUrl: string, mint: string): Promise<ChainToken> {
  const { value } = await askRpc(rpcUrl, 'getAccountInfo', [mint, FINALIZED], account);
  const supply = await askRpc(rpcUrl, 'getTokenSupply', [mint, FINALIZED], amount);
  const data = Buffer.from(value.data[0], 'base64');
  return {
    program: value.owner,
    supply: supply.value.amount,
    decimals: supply.value.decimals,
    hasMintAuthority: data.readUInt32LE(0) === 1,
    hasFreezeAuthority: data.readUInt32LE(46) === 1,
    text: data.toString('utf8'),
    async heldBy(owner) {
      const accounts = await askRpc(
        rpcUrl,
        'getTokenAccountsByOwner',
        [owner, { mint }, FINALIZED],
        held,
      );
      return accounts.value.reduce(
        (sum, { account: { data } }) => sum + Buffer.from(data[0], 'base64').readBigUInt64LE(64),
        0n,
      );
    },
  };
}
