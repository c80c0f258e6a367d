import { LikenessError } from '../../../core/errors.ts';
import type { Mint, MintProof } from '../../../core/mints/mint.ts';
import type { Ask } from '../connections.ts';
import { listSignatures } from '../find.ts';
import { gain, readFinalized } from '../verify.ts';
import { readMintAccount, TOKEN_2022, type MintAccount } from './token.ts';

type Seen = 'finalized' | 'confirmed';

/** The mint account as stored on the chain; undefined while it doesn't exist. */
export async function readMint(
  ask: Ask,
  address: string,
  commitment: Seen,
  signal?: AbortSignal,
): Promise<MintAccount | undefined> {
  const account = await ask(
    (connection, { PublicKey }) => connection.getAccountInfo(new PublicKey(address), commitment),
    signal,
  );
  return account?.owner.toBase58() === TOKEN_2022 ? readMintAccount(account.data) : undefined;
}

/** Permanently one of a kind: nobody can mint another, freeze it, or change its metadata. */
const isSealed = (account: MintAccount, { key, media }: Mint): boolean =>
  account.decimals === 0 &&
  account.supply <= 1n &&
  [
    account.mintAuthority,
    account.freezeAuthority,
    account.updateAuthority,
    account.pointerAuthority,
  ].every((one) => one === undefined) &&
  account.metadataAddress === key &&
  account.metadataOf === key &&
  account.uri === media?.metadata.url;

/**
 * The verdict on a finalized transaction: the proof, or that it failed. Undefined while a node
 * lags.
 */
export async function judgeMint(
  ask: Ask,
  mint: Mint,
  signature: string,
  signal?: AbortSignal,
): Promise<MintProof | 'failed' | undefined> {
  const transaction = await readFinalized(ask, signature, signal);
  if (!transaction) return undefined;
  if (transaction.failed) return 'failed';
  const account = await readMint(ask, mint.key, 'finalized', signal);
  if (!account) return undefined;
  const paid = gain(transaction, mint.treasury);
  const [owner] = transaction.keys;
  // This contradicts what was checked before sending, so some node is wrong. The next poll checks
  // again.
  if (
    !isSealed(account, mint) ||
    paid < mint.price ||
    owner === undefined ||
    !transaction.keys.includes(mint.key)
  ) {
    throw new LikenessError('network-busy', { mint: mint.id });
  }
  const { slot, blockTime, fee } = transaction;
  return { signature, address: mint.key, owner, block: slot, blockTime, paid, fee };
}

/** The transaction that created the mint's account, even if no record of it was kept. */
export async function findMint(
  ask: Ask,
  mint: Mint,
  signal?: AbortSignal,
): Promise<MintProof | undefined> {
  for (const { signature, err } of (await listSignatures(ask, mint.key, { signal })).toReversed()) {
    if (err !== null) continue;
    const verdict = await judgeMint(ask, mint, signature, signal);
    if (verdict !== 'failed' && verdict !== undefined) return verdict;
  }
  return undefined;
}
