import { LikenessError } from '../../core/errors.ts';
import { notedUnlessStopped } from '../../core/log/log.ts';
import type { Mint, MintChain } from '../../core/mints/mint.ts';
import { canMint, isLeftOpen, isMinted, isUnanswered } from '../../core/mints/selectors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Minting } from '../../ports/minting.ts';
import type { Store } from '../../ports/store.ts';
import { PROOF_EVERY } from '../polling.ts';
import type { MintJournal } from './journal.ts';

export interface SiblingDeps {
  readonly store: Pick<Store, 'list' | 'listAll'>;
  readonly journal: MintJournal;
  readonly chain: (chain: MintChain) => Promise<Minting>;
}

/** Checks a mint that no work is done for: it may have landed anyway, or have provably expired. */
async function scanLate(
  mint: Mint,
  { journal, chain }: SiblingDeps,
  signal?: AbortSignal,
): Promise<Mint> {
  const mintStatus = await (await chain(mint.chain)).mintStatus(mint, signal);
  if (mintStatus.kind === 'finalized') return journal.settle(mint.id, mintStatus.proof);
  const left = mint.outstanding?.transaction;
  return mintStatus.kind === 'expired' && left
    ? journal.record(mint.id, { type: 'outstanding-dead', signature: left.signature })
    : mint;
}

/** Checks mints that no work is done for, but that may have landed while the app was closed. */
export async function scanForLateMints(
  mints: readonly Mint[],
  deps: SiblingDeps,
  signal?: AbortSignal,
): Promise<void> {
  for (const mint of mints.filter((one) => canMint(one) && one.media?.published))
    await scanLate(mint, deps, signal).catch(notedUnlessStopped('mints.late', signal));
}

/**
 * An avatar is minted once, on one chain. Rejects if another mint of it is done, under way, or left
 * open without proof that it can't land. The caller holds the avatar's lock; so if another mint
 * waits for a wallet's signature, no page is left that would take it.
 * @throws LikenessError 'mint-already' | 'mint-pending' | 'mint-open-elsewhere'
 */
export async function checkSiblings(
  mint: Pick<Mint, 'id' | 'avatarUid' | 'profileId' | 'genesis'>,
  deps: SiblingDeps,
  signal?: AbortSignal,
): Promise<void> {
  const all = await deps.store.list('mints', mint);
  for (const found of all.filter(
    ({ id, avatarUid }) => id !== mint.id && avatarUid === mint.avatarUid,
  )) {
    let other = found;
    if (other.state.kind === 'awaiting-signature')
      other = await deps.journal.record(other.id, { type: 'request-ended' });
    if (isUnanswered(other)) {
      other = await scanLate(other, deps, signal).catch((thrown: unknown) => {
        notedUnlessStopped('mints.late', signal)(thrown);
        return found; // A chain that doesn't answer proves nothing.
      });
    }
    if (isMinted(other)) throw new LikenessError('mint-already', { mint: other.id });
    if (!canMint(other)) throw new LikenessError('mint-pending', { mint: other.id });
    if (isUnanswered(other)) throw new LikenessError('mint-open-elsewhere', { mint: other.id });
  }
}

/**
 * Checks the mints that were left open until none is, so that what lands late is recorded while the
 * app runs.
 */
export async function watchLeftOpen(
  genesis: string,
  deps: SiblingDeps & { readonly clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      const open = (await deps.store.listAll('mints', genesis)).filter(isLeftOpen);
      if (open.length === 0) return;
      await deps.clock.wait(PROOF_EVERY, signal);
      for (const { id } of open) {
        const mint = await deps.journal.read(id);
        if (isLeftOpen(mint))
          await scanLate(mint, deps, signal).catch(notedUnlessStopped('mints.late', signal));
      }
    } catch (thrown) {
      // If storage fails, it is asked again.
      notedUnlessStopped('mints.late', signal)(thrown);
      await deps.clock.wait(PROOF_EVERY, signal);
    }
  }
}
