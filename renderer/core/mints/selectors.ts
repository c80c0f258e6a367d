import { t } from '../../i18n/index.ts';
import type { ErrorCode } from '../errors.ts';
import type { Mint, MintState } from './mint.ts';

/** States in which no transaction exists that could still land. */
export const isMintable = (state: MintState): boolean =>
  state.kind === 'draft' || state.kind === 'failed' || state.kind === 'expired';

/** A complete transaction is, or may be, on its way. */
export const mayLand = (state: MintState): boolean =>
  state.kind === 'submitted' ||
  state.kind === 'confirmed' ||
  (state.kind === 'awaiting-signature' && state.sendsItself);

export const isMinted = (mint: Mint): boolean => mint.state.kind === 'finalized';

/** Whether something is under way that the app continues after a restart without being asked. */
export const isUnderWay = ({ state }: Mint): boolean =>
  state.kind === 'signed' || state.kind === 'awaiting-signature' || mayLand(state);

/** The wallet has agreed, or may have sent it itself. */
export const goesOn = ({ state }: Mint): boolean => state.kind === 'signed' || mayLand(state);

/** Whether the user may stop it: nothing of it can land yet. */
export const canStop = ({ state }: Mint): boolean =>
  state.kind === 'signed' || (state.kind === 'awaiting-signature' && !state.sendsItself);

export const canMint = (mint: Mint): boolean => isMintable(mint.state);

/** Nothing is under way, but an earlier request may still mint it, whatever the user says. */
export const isLeftOpen = (mint: Mint): boolean => canMint(mint) && mint.outstanding !== undefined;

/** The same, and the user doesn't say that it was refused: no other chain is possible yet. */
export const isUnanswered = (mint: Mint): boolean => isLeftOpen(mint) && !mint.outstanding?.letGo;

/** Why a mint stopped without being minted; undefined if nothing went wrong. */
export const haltOf = ({ state, outstanding }: Mint): ErrorCode | undefined =>
  state.kind === 'failed'
    ? state.reason
    : state.kind === 'expired'
      ? outstanding
        ? 'mint-unanswered'
        : 'mint-expired'
      : undefined;

/**
 * The avatars that are, or are becoming, NFTs; they can't be chosen again, and their pictures don't
 * change.
 */
export const takenAvatars = (mints: readonly Mint[]): ReadonlyMap<string, Mint> =>
  new Map(
    mints.filter((mint) => isMinted(mint) || goesOn(mint)).map((mint) => [mint.avatarUid, mint]),
  );

const WORDS: Record<MintState['kind'], string> = {
  draft: t('Not minted yet'),
  'awaiting-signature': t('Waiting for your wallet'),
  signed: t('Publishing'),
  submitted: t('Sent, waiting for the network'),
  confirmed: t('Confirmed, not final yet'),
  finalized: t('Minted'),
  failed: t('Failed, nothing was minted'),
  expired: t('Expired, nothing was charged'),
};

/** The state in the user's words. */
export const mintStatusWord = (mint: Mint): string =>
  isLeftOpen(mint) ? t('Unanswered, may still go through') : WORDS[mint.state.kind];

/**
 * Steps for a progress bar, 0 to 1.
 * @param making how much of an animated NFT's loop is made, 0 to 1
 */
export function mintProgress({ state, media }: Mint, making = 0): number {
  const made = media ? 0.15 : 0.15 * making;
  const done: Record<MintState['kind'], number> = {
    draft: media?.published ? 0.35 : made,
    'awaiting-signature': media?.published ? 0.5 : 0.15,
    signed: media?.published ? 0.6 : 0.35,
    submitted: 0.75,
    confirmed: 0.9,
    finalized: 1,
    failed: 0.15 * making,
    expired: 0.15 * making,
  };
  return done[state.kind];
}
