import { LikenessError } from '../../../core/errors.ts';
import type { Mint, MintState } from '../../../core/mints/mint.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { MintStatus } from '../../../ports/minting.ts';
import { statusOf, type Connections } from '../connections.ts';
import { createAgreement, createProver } from '../expiry.ts';
import { findMint, judgeMint, readMint } from './mint-status.ts';

/** Milliseconds between height checks for a transaction that hasn't been seen. */
const HEIGHT_INTERVAL = 6_000;

const attemptOf = (state: MintState): { signature?: string; lastValidBlock?: number } => ({
  ...('signature' in state ? { signature: state.signature } : {}),
  ...('lastValidBlock' in state ? { lastValidBlock: state.lastValidBlock } : {}),
});

/**
 * Resolves a mint's status from its transaction and from its address, which decides whatever the
 * transaction was. Create it once: it remembers the first checks of a proof of expiry.
 */
export function createStatusReader(
  { any: ask, each }: Connections,
  clock: Clock,
): (mint: Mint, signal?: AbortSignal) => Promise<MintStatus> {
  const prove = createProver(each, clock);
  const agreeOnFailure = createAgreement(each, clock);
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

  return async (mint, signal) => {
    const { signature } = attemptOf(mint.state);
    if (signature === undefined || mint.state.kind === 'expired' || mint.state.kind === 'failed') {
      return (await byAddress(mint, signal)) ?? unseen(mint, signal);
    }
    const status = await statusOf(ask, signature, signal);
    if (status.kind === 'unknown') return unseen(mint, signal);
    if (status.commitment === 'finalized') {
      const verdict = await judgeMint(ask, mint, signature, signal);
      if (verdict === 'failed') {
        // A single node must never be enough to let the user mint again, here or on another chain.
        const hasFailed = await agreeOnFailure(
          `${mint.id}:${signature}`,
          async (node) => (await judgeMint(node, mint, signature, signal)) === 'failed',
        );
        return { kind: hasFailed ? 'failed' : 'unknown' };
      }
      return verdict
        ? { kind: 'finalized', proof: verdict }
        : { kind: 'confirmed', block: status.slot };
    }
    return status.commitment === 'confirmed' && !status.failed
      ? { kind: 'confirmed', block: status.slot }
      : { kind: 'unknown' };
  };
}

/** Caches each mint's height for a while, because the status is polled much more often. */
function createHeights(clock: Clock) {
  const seen = new Map<string, { readonly at: number; readonly height: number }>();
  return async (id: string, ask: () => Promise<number>): Promise<number> => {
    const known = seen.get(id);
    if (known && Math.abs(clock.now() - known.at) < HEIGHT_INTERVAL) return known.height;
    const height = await ask();
    seen.set(id, { at: clock.now(), height });
    return height;
  };
}
