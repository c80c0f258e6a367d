import { BLOCKHASH_LIFE } from '../../../core/constants.ts';
import { LikenessError } from '../../../core/errors.ts';
import type { Mint } from '../../../core/mints/mint.ts';
import type { MediaFirst, Minting, WalletFirst } from '../../../ports/minting.ts';
import type { Wallets } from '../../../ports/wallets.ts';
import { broadcast, openConnections } from '../connections.ts';
import { explorerUrl } from '../explorer.ts';
import { agreedHeight } from '../height.ts';
import type { ChainOptions } from '../index.ts';
import { checkMint, signAs } from './check.ts';
import { prepareMint } from './prepare.ts';
import { createStatusReader } from './status-reader.ts';

export interface SolanaMintingOptions extends ChainOptions {
  readonly wallets: Pick<Wallets, 'snapshot' | 'signTransaction' | 'signAndSend'>;
  /** Receives the price, base58. */
  readonly treasury: string;
  /** The media gateway's public address. */
  readonly read: string;
}

type Prepare = (mint: Mint, owner: string, signal?: AbortSignal) => ReturnType<typeof prepareMint>;

/** The order of a mint's steps, by how the connected wallet answers. */
function flowOf(
  { wallets, treasury }: Pick<SolanaMintingOptions, 'wallets' | 'treasury'>,
  prepare: Prepare,
): WalletFirst | MediaFirst {
  const { solana } = wallets.snapshot();
  if (!solana) throw new LikenessError('connect-first');
  const { address: owner, answers } = solana;
  // The treasury wouldn't gain what it pays to itself, so the mint could never be verified.
  if (owner === treasury) throw new LikenessError('wallet-is-treasury');
  // The smallest mint is longer than any link that Phantom is sure to get.
  if (answers === 'returned') throw new LikenessError('wallet-link-too-long');
  if (answers === 'sent') {
    return {
      order: 'media-first',
      owner,
      prepare: (mint, signal) => prepare(mint, owner, signal),
      async send(mint, transaction, sign) {
        if (!transaction) throw new LikenessError('mint-failed');
        return wallets.signAndSend(await signAs(mint.key, transaction, sign));
      },
    };
  }
  return {
    order: 'wallet-first',
    owner,
    prepare: (mint, signal) => prepare(mint, owner, signal),
    ask: (transaction) => wallets.signTransaction(transaction),
  };
}

/** Minting on Solana: a Token-2022 NFT, with the same connections and proofs as payments. */
export async function createSolanaMinting({
  rpc,
  network,
  requests,
  clock,
  random,
  wallets,
  treasury,
  read,
}: SolanaMintingOptions): Promise<Minting> {
  const web3 = await import('@solana/web3.js');
  const chance = () => (random(1)[0] ?? 0) / 256;
  const connections = openConnections(web3, rpc, { requests, clock, chance });
  const { any: ask } = connections;
  const heightNow = (signal?: AbortSignal) => agreedHeight(connections, signal);

  const prepare: Prepare = (mint, owner, signal) =>
    prepareMint(ask, mint, owner, { read, height: heightNow, signal });

  return {
    treasury,
    flow: () => flowOf({ wallets, treasury }, prepare),
    async quote(mint, owner, signal) {
      const { price, rent, fee, balance } = await prepare(mint, owner, signal);
      return { price, rent, fee, balance };
    },
    sealing: {
      async check(mint, asked, signed, signal) {
        const { state } = mint;
        if (state.kind !== 'awaiting-signature')
          throw new LikenessError('mint-pending', { mint: mint.id });
        const { sameBlockhash, signature, transaction } = checkMint(asked, mint.key, signed);
        const last = state.lastValidBlock ?? 0;
        if (sameBlockhash) return { signature, transaction, lastValidBlock: last };
        // If the blockhash isn't ours, its lifetime is counted from the highest block seen so far.
        const height = await heightNow(signal);
        return { signature, transaction, lastValidBlock: Math.max(last, height + BLOCKHASH_LIFE) };
      },
      blocksLeft: async (lastValidBlock, commitment, signal) =>
        lastValidBlock - (await ask((connection) => connection.getBlockHeight(commitment), signal)),
      seal: (mint, transaction, sign) => signAs(mint.key, transaction, sign),
      broadcast: (transaction, signal) => broadcast(ask, transaction, signal),
    },
    mintStatus: createStatusReader(connections, clock),
    explorerUrl: (signature) => explorerUrl(signature, network, rpc[0] ?? ''),
  };
}
