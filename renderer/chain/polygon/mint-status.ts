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
import { isMintable } from '../../core/mints/selectors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MintStatus } from '../../ports/minting.ts';
import { AVATARS_ABI } from './abi.ts';
import type { Ask, AskUntil } from './node.ts';
import { findReceipt, mintedBy, proofOf } from './proof.ts';

const blockOf = (at: BlockTag | bigint) =>
  typeof at === 'bigint' ? { blockNumber: at } : { blockTag: at };

/** Undefined if the node doesn't know the object. */
async function known<T>(asked: Promise<T>, notFound: string): Promise<T | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof BaseError && thrown.name === notFound) return undefined;
    throw thrown;
  }
}

/** What is asked of the nodes to learn a mint's status. */
const createQueries = (ask: Ask) => ({
  chainId: () => ask(getChainId),
  finalizedBlock: async () =>
    (await ask((client) => getBlock(client, { blockTag: 'finalized' }))).number,
  /** Undefined if the node knows none. */
  receipt: (hash: Hex) =>
    known(
      ask((client) => getTransactionReceipt(client, { hash })),
      'TransactionReceiptNotFoundError',
    ),
  /** The nonce of a transaction that the node knows, in a block or in its pool. */
  nonce: async (hash: Hex) =>
    (
      await known(
        ask((client) => getTransaction(client, { hash })),
        'TransactionNotFoundError',
      )
    )?.nonce,
  /** How many transactions an account has sent. */
  count: (address: Address, at: BlockTag | bigint) =>
    ask((client) => getTransactionCount(client, { address, ...blockOf(at) })),
  /** The token that the contract minted of these metadata for the minter; 0 if none. */
  token: (mint: Mint, minter: Address, uri: string, at: BlockTag | bigint) =>
    ask((client) =>
      readContract(client, {
        address: mint.treasury as Address,
        abi: AVATARS_ABI,
        functionName: 'tokenOf',
        args: [minter, uri],
        ...blockOf(at),
      }),
    ),
});

type Queries = ReturnType<typeof createQueries>;

/**
 * Milliseconds for which a request may still be answered after its page is gone: the wallet's
 * window may still be open.
 */
const REQUEST_TIMEOUT = 60_000;
/**
 * Milliseconds for which a sent transaction may be unknown to our nodes: the wallet sends through
 * its own.
 */
const SENT_TIMEOUT = 10 * 60_000;

export interface MintStatusDeps {
  readonly askUntil: AskUntil;
  readonly clock: Clock;
  readonly chainId: number;
  /** The connected wallet's address, for a mint that doesn't name its owner. */
  readonly connected: () => string | undefined;
}

/** A mint whose metadata are public, and who asked the wallet for it. */
interface Case {
  readonly mint: Mint;
  readonly owner: Address;
  readonly uri: string;
}

/** Access to the nodes while one status is resolved. */
interface Access {
  readonly ask: Ask;
  readonly node: Queries;
}

/**
 * Resolves a mint's status from the receipt of the transaction we know, and from the contract,
 * which decides whatever the transaction was. The contract mints a metadata address once per
 * minter, so giving up an attempt too early costs a fee at most, never a second NFT.
 */
export function createMintStatus({
  askUntil,
  clock,
  chainId,
  connected,
}: MintStatusDeps): (mint: Mint, signal?: AbortSignal) => Promise<MintStatus> {
  let rightChain = false;

  async function checkChain(node: Queries): Promise<void> {
    if (rightChain) return;
    const found = await node.chainId();
    if (found !== chainId) throw new LikenessError('network-wrong', { chainId: found });
    rightChain = true;
  }

  async function mintStatus(mint: Mint, signal?: AbortSignal): Promise<MintStatus> {
    const { state, media, outstanding } = mint;
    // A wallet is asked only after the files are public, so before that nothing can have landed.
    if (!media?.published || state.kind === 'finalized') return { kind: 'unknown' };
    const ask = askUntil(signal);
    const node = createQueries(ask);
    const access = { ask, node };
    await checkChain(node);
    const hash = 'signature' in state ? (state.signature as Hex) : undefined;
    const receipt = hash === undefined ? undefined : await node.receipt(hash);
    const seen = receipt && (await byReceipt(mint, receipt, access));
    if (seen) return seen;
    const owner = (outstanding?.owner ??
      ('owner' in state ? state.owner : undefined) ??
      connected()) as Address | undefined;
    if (owner === undefined) return { kind: 'unknown' };
    const asked = { mint, owner, uri: media.metadata.url };
    const found = await byContract(asked, access);
    if (found) return found;
    // Whether an attempt that was given up can still land is shown by its nonce.
    if (!receipt || isMintable(state)) return unseen(asked, node, clock.now());
    return receipt.blockNumber > (await node.finalizedBlock())
      ? { kind: 'unknown' }
      : { kind: 'failed' };
  }

  // A node that rejects our query (search range too wide, block not there yet) hasn't answered it.
  // Ask again later.
  return (mint, signal) =>
    mintStatus(mint, signal).catch((thrown: unknown) => {
      throw thrown instanceof BaseError
        ? new LikenessError('polygon-busy', { reason: thrown.name }, { cause: thrown })
        : thrown;
    });
}

/** The status from the known transaction. Undefined where only the contract can tell. */
async function byReceipt(
  mint: Mint,
  receipt: TransactionReceipt,
  { ask, node }: Access,
): Promise<MintStatus | undefined> {
  const token = mintedBy(receipt, mint);
  if (!token) return undefined;
  if (receipt.blockNumber > (await node.finalizedBlock()))
    return { kind: 'confirmed', block: Number(receipt.blockNumber) };
  return { kind: 'finalized', proof: await proofOf(ask, mint, receipt, token) };
}

/** The status from the contract, whichever transaction it was. */
async function byContract(
  { mint, owner, uri }: Case,
  access: Access,
): Promise<MintStatus | undefined> {
  const { ask, node } = access;
  const tokenId = await node.token(mint, owner, uri, 'finalized');
  if (tokenId === 0n)
    return (await node.token(mint, owner, uri, 'latest')) === 0n ? undefined : { kind: 'unknown' };
  const token = { tokenId, minter: owner };
  const receipt = await findReceipt(ask, mint, token, await node.finalizedBlock());
  // What is minted never expires, even if no node shows how.
  return (receipt && (await byReceipt(mint, receipt, access))) ?? { kind: 'unknown' };
}

/** The status of an attempt that the contract doesn't know of, while it has no receipt. */
async function unseen(asked: Case, node: Queries, now: number): Promise<MintStatus> {
  const { owner } = asked;
  const { state, outstanding } = asked.mint;
  if (state.kind === 'awaiting-signature') {
    const expiresIn = state.askedAt + REQUEST_TIMEOUT - now;
    // It can't be longer, so the clock was set back.
    if (expiresIn > 0 && expiresIn <= REQUEST_TIMEOUT) return { kind: 'unknown', expiresIn };
    return (await hasPending(owner, node)) ? { kind: 'unknown' } : { kind: 'expired', open: true };
  }
  if (state.kind !== 'submitted' && state.kind !== 'confirmed') {
    const left = outstanding?.transaction;
    return left && (await isDead(asked, left.nonce, node))
      ? { kind: 'expired' }
      : { kind: 'unknown' };
  }
  const nonce = await node.nonce(state.signature as Hex);
  if (nonce !== undefined) return { kind: 'unknown', nonce };
  if (state.nonce !== undefined && (await isDead(asked, state.nonce, node)))
    return { kind: 'expired' };
  if (Math.abs(now - state.submittedAt) < SENT_TIMEOUT || (await hasPending(owner, node)))
    return { kind: 'unknown' };
  return { kind: 'expired', open: true };
}

/**
 * Whether the sender has another transaction in the node's pool. It may be this mint, sent again.
 */
const hasPending = async (owner: Address, node: Queries): Promise<boolean> =>
  (await node.count(owner, 'pending')) > (await node.count(owner, 'latest'));

/**
 * Whether an attempt can never land: in one final block its nonce is used and the mint's token
 * still doesn't exist.
 */
async function isDead({ mint, owner, uri }: Case, nonce: number, node: Queries): Promise<boolean> {
  const block = await node.finalizedBlock();
  return (
    (await node.count(owner, block)) > nonce && (await node.token(mint, owner, uri, block)) === 0n
  );
}
