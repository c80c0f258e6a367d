import { BaseError, type Address, type BlockTag, type Hex, type TransactionReceipt } from 'viem';
import {
  getBlock,
  getChainId,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from 'viem/actions';

import type { Mint } from '../../core/mints/mint.ts';
import { AVATARS_ABI } from './abi.ts';
import type { Ask } from './node.ts';

/** What is asked of the nodes to learn a mint's status. */
export interface Queries {
  chainId(): Promise<number>;
  finalizedBlock(): Promise<bigint>;
  /** Undefined if the node knows none. */
  receipt(hash: Hex): Promise<TransactionReceipt | undefined>;
  /** The nonce of a transaction that the node knows, in a block or in its pool. */
  nonce(hash: Hex): Promise<number | undefined>;
  /** How many transactions an account has sent. */
  count(address: Address, at: BlockTag | bigint): Promise<number>;
  /** The token that the contract minted of these metadata for the minter; 0 if none. */
  token(mint: Mint, minter: Address, uri: string, at: BlockTag | bigint): Promise<bigint>;
}

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

export const createQueries = (ask: Ask, signal?: AbortSignal): Queries => ({
  chainId: () => ask(getChainId, signal),
  finalizedBlock: async () =>
    (await ask((client) => getBlock(client, { blockTag: 'finalized' }), signal)).number,
  receipt: (hash) =>
    known(
      ask((client) => getTransactionReceipt(client, { hash }), signal),
      'TransactionReceiptNotFoundError',
    ),
  nonce: async (hash) =>
    (
      await known(
        ask((client) => getTransaction(client, { hash }), signal),
        'TransactionNotFoundError',
      )
    )?.nonce,
  count: (address, at) =>
    ask((client) => getTransactionCount(client, { address, ...blockOf(at) }), signal),
  token: (mint, minter, uri, at) =>
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
    ),
});
