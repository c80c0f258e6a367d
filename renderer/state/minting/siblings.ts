import { LikenessError } from '../../core/errors.ts';
import { notedUnlessStopped } from '../../core/log/log.ts';
import type { Mint, MintChain } from '../../core/mints/mint.ts';
import { canMint, isMinted, isUnanswered } from '../../core/mints/selectors.ts';
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

/** A look at a mint that nothing is done for: it may have landed all the same, or be proven dead. */
export async function lookLate(
  mint: Mint,
  { journal, chain }: SiblingDeps,
  signal: AbortSignal,
): Promise<Mint> {
  const mintStatus = await (await chain(mint.chain)).mintStatus(mint, signal);
  if (mintStatus.kind === 'finalized') return journal.settle(mint.id, mintStatus.proof);
  const left = mint.outstanding?.transaction;
  return mintStatus.kind === 'expired' && left
    ? journal.record(mint.id, { type: 'outstanding-dead', signature: left.signature })
    : mint;
}

/**
 * An avatar is minted once, on whichever chain: refuses while another mint of it is done, under
 * way, or left open without proof that it is dead. To be called with the avatar's lock held: what
 * waits for a wallet's signature in another mint then has no page left that would take it.
 * @throws LikenessError 'mint-already' | 'mint-pending' | 'mint-open-elsewhere'
 */
export async function checkSiblings(
  mint: Pick<Mint, 'id' | 'avatarUid' | 'profileId' | 'genesis'>,
  deps: SiblingDeps,
  signal: AbortSignal,
): Promise<void> {
  const all = await deps.store.list('mints', mint);
  for (const found of all.filter(
    ({ id, avatarUid }) => id !== mint.id && avatarUid === mint.avatarUid,
  )) {
    let other = found;
    if (other.state.kind === 'awaiting-signature' && !other.state.returnsByLink)
      other = await deps.journal.record(other.id, { type: 'request-ended' });
    if (isUnanswered(other)) {
      other = await lookLate(other, deps, signal).catch((thrown: unknown) => {
        notedUnlessStopped('mints.late', signal)(thrown);
        return found; // A chain that can't be asked proves nothing.
      });
    }
    if (isMinted(other)) throw new LikenessError('mint-already', { mint: other.id });
    if (!canMint(other)) throw new LikenessError('mint-pending', { mint: other.id });
    if (isUnanswered(other)) throw new LikenessError('mint-open-elsewhere', { mint: other.id });
  }
}

/** Looks after all that was left open, until nothing is: what lands late is recorded while the app runs. */
export async function watchLeftOpen(
  genesis: string,
  deps: SiblingDeps & { readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const isLeftOpen = (mint: Mint): boolean => canMint(mint) && mint.outstanding !== undefined;
  for (;;) {
    try {
      const open = (await deps.store.listAll('mints', genesis)).filter(isLeftOpen);
      if (open.length === 0) return;
      await deps.clock.wait(PROOF_EVERY, signal);
      for (const { id } of open) {
        const mint = await deps.journal.read(id);
        if (isLeftOpen(mint))
          await lookLate(mint, deps, signal).catch(notedUnlessStopped('mints.late', signal));
      }
    } catch (thrown) {
      // Storage that fails is asked again.
      notedUnlessStopped('mints.late', signal)(thrown);
      await deps.clock.wait(PROOF_EVERY, signal);
    }
  }
}
