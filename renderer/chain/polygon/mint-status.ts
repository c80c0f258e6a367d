import { BaseError, type Address, type BlockTag, type Hex, type TransactionReceipt } from 'viem';
import {
  getBlock,
  getChainId,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from 'viem/actions';

import { LikenessError } from '../../core/errors.ts';
import type { Mint } from '../../core/mints/mint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MintStatus } from '../../ports/minting.ts';
import { AVATARS_ABI } from './abi.ts';
import type { Ask } from './node.ts';
import { findReceipt, mintedBy, proofOf } from './proof.ts';

/** Milliseconds that a request outlives the page which made it: its window may still stand open. */
const REQUEST_PATIENCE = 60_000;
/** Milliseconds for which a sent transaction may be unknown to our nodes: the wallet sends through its own. */
const SENT_PATIENCE = 10 * 60_000;

export interface MintStatusDeps {
  readonly ask: Ask;
  readonly clock: Clock;
  readonly chainId: number;
  /** The connected wallet's address, for a mint that doesn't say whose it is. */
  readonly connected: () => string | undefined;
}

const blockOf = (at: BlockTag | bigint) =>
  typeof at === 'bigint' ? { blockNumber: at } : { blockTag: at };

/** Undefined for what the node doesn't know. */
async function known<T>(asked: Promise<T>, notFound: string): Promise<T | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof BaseError && thrown.name === notFound) return undefined;
    throw thrown;
  }
}

/**
 * Where a mint stands: by the receipt of the transaction we know, and by the contract itself, which
 * is the last word whatever the transaction. The contract mints a metadata address once for each
 * minter, so that giving an attempt up too early costs a fee at most, never a second NFT.
 */
export function createMintStatus({
  ask,
  clock,
  chainId,
  connected,
}: MintStatusDeps): (mint: Mint, signal?: AbortSignal) => Promise<MintStatus> {
  let rightChain = false;

  async function checkChain(signal?: AbortSignal): Promise<void> {
    if (rightChain) return;
    const found = await ask(getChainId, signal);
    if (found !== chainId) throw new LikenessError('network-wrong', { chainId: found });
    rightChain = true;
  }

  const finalizedBlock = async (signal?: AbortSignal): Promise<bigint> =>
    (await ask((client) => getBlock(client, { blockTag: 'finalized' }), signal)).number;
  const receiptOf = (hash: Hex, signal?: AbortSignal): Promise<TransactionReceipt | undefined> =>
    known(
      ask((client) => getTransactionReceipt(client, { hash }), signal),
      'TransactionReceiptNotFoundError',
    );
  const countOf = (
    address: Address,
    at: BlockTag | bigint,
    signal?: AbortSignal,
  ): Promise<number> =>
    ask((client) => getTransactionCount(client, { address, ...blockOf(at) }), signal);
  const tokenOf = (
    mint: Mint,
    minter: Address,
    uri: string,
    at: BlockTag | bigint,
    signal?: AbortSignal,
  ): Promise<bigint> =>
    ask(
      (client) =>
        readContract(client, {
          address: mint.treasury as Address,
          abi: AVATARS_ABI,
          functionName: 'tokenOf',
          args: [minter, uri],
          ...blockOf(at),
        }),
      signal,
    );

  /** By the transaction we know. Undefined where only the contract can tell. */
  async function byReceipt(
    mint: Mint,
    receipt: TransactionReceipt,
    signal?: AbortSignal,
  ): Promise<MintStatus | undefined> {
    const token = mintedBy(receipt, mint);
    if (!token) return undefined;
    if (receipt.blockNumber > (await finalizedBlock(signal)))
      return { kind: 'confirmed', block: Number(receipt.blockNumber) };
    return { kind: 'finalized', proof: await proofOf(ask, mint, receipt, token, signal) };
  }

  /** By the contract: whatever transaction it was. */
  async function byContract(
    mint: Mint,
    minter: Address,
    uri: string,
    signal?: AbortSignal,
  ): Promise<MintStatus | undefined> {
    const tokenId = await tokenOf(mint, minter, uri, 'finalized', signal);
    if (tokenId === 0n)
      return (await tokenOf(mint, minter, uri, 'latest', signal)) === 0n
        ? undefined
        : { kind: 'unknown' };
    const receipt = await findReceipt(
      ask,
      mint,
      { tokenId, minter },
      await finalizedBlock(signal),
      signal,
    );
    return receipt && byReceipt(mint, receipt, signal);
  }

  /** Another transaction of this sender waits in the node's pool: it may be the one, sent anew. */
  const hasPending = async (owner: Address, signal?: AbortSignal): Promise<boolean> =>
    (await countOf(owner, 'pending', signal)) > (await countOf(owner, 'latest', signal));

  /** Its place was taken, for good, by a transaction that minted nothing: both by the word of one final block. */
  async function isDead(
    mint: Mint,
    owner: Address,
    uri: string,
    nonce: number,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const block = await finalizedBlock(signal);
    return (
      (await countOf(owner, block, signal)) > nonce &&
      (await tokenOf(mint, owner, uri, block, signal)) === 0n
    );
  }

  async function unseen(
    mint: Mint,
    owner: Address,
    uri: string,
    signal?: AbortSignal,
  ): Promise<MintStatus> {
    const { state, outstanding } = mint;
    if (state.kind === 'awaiting-signature') {
      const expiresIn = state.askedAt + REQUEST_PATIENCE - clock.now();
      if (expiresIn > 0) return { kind: 'unknown', expiresIn };
      return (await hasPending(owner, signal))
        ? { kind: 'unknown' }
        : { kind: 'expired', open: true };
    }
    if (state.kind !== 'submitted' && state.kind !== 'confirmed') {
      const left = outstanding?.transaction;
      return left && (await isDead(mint, owner, uri, left.nonce, signal))
        ? { kind: 'expired' }
        : { kind: 'unknown' };
    }
    const hash = state.signature as Hex;
    const transaction = await known(
      ask((client) => getTransaction(client, { hash }), signal),
      'TransactionNotFoundError',
    );
    if (transaction) return { kind: 'unknown', nonce: transaction.nonce };
    if (state.nonce !== undefined && (await isDead(mint, owner, uri, state.nonce, signal)))
      return { kind: 'expired' };
    if (clock.now() < state.submittedAt + SENT_PATIENCE || (await hasPending(owner, signal)))
      return { kind: 'unknown' };
    return { kind: 'expired', open: true };
  }

  async function mintStatus(mint: Mint, signal?: AbortSignal): Promise<MintStatus> {
    const { state, media, outstanding } = mint;
    // A wallet is asked only once the files are public: before that nothing can have landed.
    if (!media?.published || state.kind === 'finalized') return { kind: 'unknown' };
    await checkChain(signal);
    const hash = 'signature' in state ? (state.signature as Hex) : undefined;
    const receipt = hash === undefined ? undefined : await receiptOf(hash, signal);
    const seen = receipt && (await byReceipt(mint, receipt, signal));
    if (seen) return seen;
    const owner = (outstanding?.owner ??
      ('owner' in state ? state.owner : undefined) ??
      connected()) as Address | undefined;
    if (owner === undefined) return { kind: 'unknown' };
    const found = await byContract(mint, owner, media.metadata.url, signal);
    if (found) return found;
    if (!receipt) return unseen(mint, owner, media.metadata.url, signal);
    return receipt.blockNumber > (await finalizedBlock(signal))
      ? { kind: 'unknown' }
      : { kind: 'failed' };
  }

  // What a node says against our questions (a search that is too wide, a block that it hasn't got yet) is no answer: it is asked again.
  return (mint, signal) =>
    mintStatus(mint, signal).catch((thrown: unknown) => {
      throw thrown instanceof BaseError
        ? new LikenessError('polygon-busy', { reason: thrown.name }, { cause: thrown })
        : thrown;
    });
}
