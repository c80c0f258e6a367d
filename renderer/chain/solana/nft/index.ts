import { BLOCKHASH_LIFE } from '../../../core/constants.ts';
import { LikenessError } from '../../../core/errors.ts';
import type { Mint, MintState } from '../../../core/mints/mint.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { MediaFirst, Minting, MintStatus, WalletFirst } from '../../../ports/minting.ts';
import type { Wallets } from '../../../ports/wallets.ts';
import { openConnections } from '../connections.ts';
import { createProver } from '../expiry.ts';
import { explorerUrl } from '../explorer.ts';
import { agreedHeight } from '../height.ts';
import type { ChainOptions } from '../index.ts';
import { checkMint, signAs } from './check.ts';
import { findMint, judgeMint, readMint } from './mint-status.ts';
import { prepareMint } from './prepare.ts';

export interface SolanaMintingOptions extends ChainOptions {
  readonly wallets: Pick<Wallets, 'snapshot' | 'signTransaction' | 'signAndSend' | 'leaveToSign'>;
  /** Receives the price, base58. */
  readonly treasury: string;
  /** The media gateway's public address. */
  readonly read: string;
}

/** Milliseconds between height checks for a transaction that hasn't been seen. */
const HEIGHT_INTERVAL = 6_000;

const attemptOf = (state: MintState): { signature?: string; lastValidBlock?: number } => ({
  ...('signature' in state ? { signature: state.signature } : {}),
  ...('lastValidBlock' in state ? { lastValidBlock: state.lastValidBlock } : {}),
});

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
  const { any: ask, each } = connections;
  const heightNow = (signal?: AbortSignal) => agreedHeight(connections, signal);
  const prove = createProver(each, clock);
  const heights = createHeights(clock);

  async function unseen(mint: Mint, signal?: AbortSignal): Promise<MintStatus> {
    const { signature, lastValidBlock } = attemptOf(mint.state);
    if (lastValidBlock === undefined) return { kind: 'unknown' };
    const height = await heights(mint.id, () =>
      ask((connection) => connection.getBlockHeight('finalized'), signal),
    );
    if (height <= lastValidBlock) return { kind: 'unknown', blocksLeft: lastValidBlock - height };
    const expired = await prove(
      {
        key: `${mint.id}:${signature ?? ''}:${String(lastValidBlock)}`,
        genesis: mint.genesis,
        signature,
        lastValidBlockHeight: lastValidBlock,
        isDone: async (node, aborted) =>
          (await readMint(node, mint.key, 'confirmed', aborted)) !== undefined,
      },
      signal,
    );
    return expired ? { kind: 'expired' } : { kind: 'unknown', blocksLeft: 0 };
  }

  /** The mint's address decides: it can be created only once, by whichever transaction. */
  async function byAddress(mint: Mint, signal?: AbortSignal): Promise<MintStatus | undefined> {
    if (!(await readMint(ask, mint.key, 'finalized', signal))) return undefined;
    if ((await ask((connection) => connection.getGenesisHash(), signal)) !== mint.genesis)
      throw new LikenessError('network-wrong');
    const proof = await findMint(ask, mint, signal);
    return proof && { kind: 'finalized', proof };
  }

  async function mintStatus(mint: Mint, signal?: AbortSignal): Promise<MintStatus> {
    const { signature } = attemptOf(mint.state);
    if (signature === undefined || mint.state.kind === 'expired' || mint.state.kind === 'failed') {
      return (await byAddress(mint, signal)) ?? unseen(mint, signal);
    }
    const { value } = await ask(
      (connection) =>
        connection.getSignatureStatuses([signature], { searchTransactionHistory: true }),
      signal,
    );
    const [status] = value;
    if (!status) return unseen(mint, signal);
    if (status.confirmationStatus === 'finalized') {
      const verdict = await judgeMint(ask, mint, signature, signal);
      if (verdict === 'failed') return { kind: 'failed' };
      return verdict
        ? { kind: 'finalized', proof: verdict }
        : { kind: 'confirmed', block: status.slot };
    }
    return status.confirmationStatus === 'confirmed' && status.err === null
      ? { kind: 'confirmed', block: status.slot }
      : { kind: 'unknown' };
  }

  const prepare = (mint: Mint, owner: string, signal?: AbortSignal) =>
    prepareMint(ask, mint, owner, { read, height: heightNow, signal });

  function flow(): WalletFirst | MediaFirst {
    const { solana } = wallets.snapshot();
    if (!solana) throw new LikenessError('connect-first');
    const { address: owner, answers } = solana;
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
      returnsByLink: answers === 'returned',
      prepare: (mint, signal) => prepare(mint, owner, signal),
      async ask(mint, transaction) {
        if (answers === 'signed') return wallets.signTransaction(transaction);
        await wallets.leaveToSign(transaction, { kind: 'mint', mintId: mint.id });
        return undefined;
      },
    };
  }

  return {
    chain: 'solana',
    unit: 'SOL',
    decimals: 9,
    treasury,
    flow,
    async quote(mint, owner, signal) {
      const { price, rent, fee, total } = await prepare(mint, owner, signal);
      return { price, rent, fee, total };
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
      async broadcast(transaction, signal) {
        // It was simulated before it was signed. The signature's status tells what happened.
        await ask(
          (connection) =>
            connection.sendRawTransaction(transaction, { skipPreflight: true, maxRetries: 0 }),
          signal,
        );
      },
    },
    mintStatus,
    explorerUrl: (signature) => explorerUrl(signature, network, rpc[0] ?? ''),
  };
}

/** Caches each mint's height for a while, because the status is polled much more often. */
function createHeights(clock: Clock) {
  const seen = new Map<string, { readonly at: number; readonly height: number }>();
  return async (id: string, ask: () => Promise<number>): Promise<number> => {
    const known = seen.get(id);
    if (known && clock.now() - known.at < HEIGHT_INTERVAL) return known.height;
    const height = await ask();
    seen.set(id, { at: clock.now(), height });
    return height;
  };
}
