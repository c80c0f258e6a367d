import { parseEventLogs, zeroAddress, type Address, type Hex, type TransactionReceipt } from 'viem';
import { getBlock, getContractEvents, getTransactionReceipt, readContract } from 'viem/actions';

import { LikenessError } from '../../core/errors.ts';
import type { Mint, MintProof } from '../../core/mints/mint.ts';
import { AVATARS_ABI } from './abi.ts';
import type { Ask } from './node.ts';

/** Blocks per event search; public nodes refuse much larger ranges. */
const SEARCH_BLOCKS = 2_000n;
/**
 * None of our EVM chains is faster than this for long, so the first guess is usually far enough
 * back.
 */
const BLOCK_MS = 2_000;
/** How far a device's clock may be ahead of the chain's before a search misses the mint's block. */
const CLOCK_AHEAD_MS = 24 * 60 * 60_000;

const contractOf = (mint: Mint) =>
  ({ address: mint.treasury as Address, abi: AVATARS_ABI }) as const;
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

interface MintedToken {
  readonly tokenId: bigint;
  readonly minter: Address;
}

/** The token that a transaction minted from this mint's files, if any. */
export function mintedBy(receipt: TransactionReceipt, mint: Mint): MintedToken | undefined {
  if (receipt.status !== 'success') return undefined;
  const logs = parseEventLogs({
    abi: AVATARS_ABI,
    logs: receipt.logs.filter(({ address }) => same(address, mint.treasury)),
  });
  for (const { eventName, args } of logs) {
    if (eventName !== 'Minted' || args.uri !== mint.media?.metadata.url) continue;
    const { tokenId, minter } = args;
    const given = logs.some(
      (one) =>
        one.eventName === 'Transfer' &&
        one.args.tokenId === tokenId &&
        one.args.from === zeroAddress &&
        same(one.args.to, minter),
    );
    if (given) return { tokenId, minter };
  }
  return undefined;
}

/**
 * The proof kept of a finalized mint, with the token's metadata address read back from the
 * contract.
 * @throws LikenessError 'polygon-busy' when a node contradicts its own receipt; the caller tries
 * again
 */
export async function proofOf(
  ask: Ask,
  mint: Mint,
  receipt: TransactionReceipt,
  token: MintedToken,
): Promise<MintProof> {
  const [uri, block] = await Promise.all([
    ask((client) =>
      readContract(client, {
        ...contractOf(mint),
        functionName: 'tokenURI',
        args: [token.tokenId],
      }),
    ),
    ask((client) => getBlock(client, { blockNumber: receipt.blockNumber })),
  ]);
  if (uri !== mint.media?.metadata.url || block.hash !== receipt.blockHash)
    throw new LikenessError('polygon-busy', { mint: mint.id });
  return {
    signature: receipt.transactionHash,
    address: `${mint.treasury}/${String(token.tokenId)}`,
    owner: token.minter.toLowerCase(),
    block: Number(receipt.blockNumber),
    blockTime: Number(block.timestamp) * 1_000,
    // The contract takes exactly this amount, whoever forwarded it.
    paid: mint.price,
    fee: receipt.gasUsed * receipt.effectiveGasPrice,
  };
}

/** A block from `time` (Unix milliseconds) or before, where the search starts. */
async function blockBefore(ask: Ask, time: number): Promise<bigint> {
  const latest = await ask((client) => getBlock(client));
  let back = BigInt(Math.max(1, Math.ceil((Number(latest.timestamp) * 1_000 - time) / BLOCK_MS)));
  for (;;) {
    if (back >= latest.number) return 0n;
    const blockNumber = latest.number - back;
    const { timestamp } = await ask((client) => getBlock(client, { blockNumber }));
    if (Number(timestamp) * 1_000 <= time) return blockNumber;
    back *= 2n;
  }
}

/**
 * The receipt of whichever transaction minted a token: one sent while the app was closed, or one
 * that replaced the transaction we know.
 */
export async function findReceipt(
  ask: Ask,
  mint: Mint,
  token: MintedToken,
  until: bigint,
): Promise<TransactionReceipt | undefined> {
  const args = { minter: token.minter, tokenId: token.tokenId };
  const first = await blockBefore(ask, mint.createdAt - CLOCK_AHEAD_MS);
  // The newest first: most mints are minutes old.
  for (let toBlock = until; toBlock >= first; toBlock -= SEARCH_BLOCKS) {
    const start = toBlock - SEARCH_BLOCKS + 1n;
    const fromBlock = start > first ? start : first;
    const [found] = await ask((client) =>
      getContractEvents(client, {
        ...contractOf(mint),
        eventName: 'Minted',
        args,
        fromBlock,
        toBlock,
      }),
    );
    const hash: Hex | undefined = found?.transactionHash;
    if (hash !== undefined) return ask((client) => getTransactionReceipt(client, { hash }));
  }
  return undefined;
}
