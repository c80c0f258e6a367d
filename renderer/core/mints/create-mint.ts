import type { Scope } from '../scope.ts';
import { timeId, type RandomBytes } from '../time-id.ts';
import type { Mint, MintChain, MintDetails } from './mint.ts';

/** 0.1 SOL in lamports. */
export const SOLANA_MINT_PRICE = 100_000_000n;
/** 0.01 POL (the specification's MATIC) in wei. */
export const POLYGON_MINT_PRICE = 10_000_000_000_000_000n;

export const MINT_PRICES: Readonly<Record<MintChain, bigint>> = {
  solana: SOLANA_MINT_PRICE,
  polygon: POLYGON_MINT_PRICE,
};

/**
 * Whether a wallet may be asked for it. The terms of an earlier release hold only for a request that
 * may still land.
 */
export const termsHold = (mint: Mint, treasury: string): boolean =>
  mint.outstanding !== undefined ||
  (mint.treasury === treasury && mint.price === MINT_PRICES[mint.chain]);

export interface NewMint {
  readonly scope: Scope;
  readonly avatarUid: string;
  readonly avatarId: number;
  readonly chain: MintChain;
  readonly details: MintDetails;
  /** The public half of the mint's own key. */
  readonly key: string;
  readonly treasury: string;
  /** The id of the first mint of the series; if missing, this mint's own id. */
  readonly series?: string;
  readonly now: number;
  readonly random: RandomBytes;
}

export function createMint({
  scope,
  avatarUid,
  avatarId,
  chain,
  details,
  key,
  treasury,
  series,
  now,
  random,
}: NewMint): Mint {
  const id = timeId('MT', now, random);
  return {
    id,
    series: series ?? id,
    profileId: scope.profileId,
    genesis: scope.genesis,
    avatarUid,
    avatarId,
    chain,
    details,
    key,
    price: MINT_PRICES[chain],
    treasury,
    createdAt: now,
    updatedAt: now,
    state: { kind: 'draft' },
  };
}
