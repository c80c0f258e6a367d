import type { ErrorCode } from '../errors.ts';
import { omit } from '../objects.ts';
import type {
  Mint,
  MintDetails,
  MintMedia,
  MintProof,
  MintRequest,
  MintState,
  Outstanding,
  SignedMint,
} from './mint.ts';
import { isMintable } from './selectors.ts';

/** What can happen to a mint. `at` is Unix milliseconds. */
export type MintEvent = { readonly at: number } &
  /** The name, description or traits were changed: the metadata has to be made again. */
  (
    | { readonly type: 'edited'; readonly details: MintDetails; readonly series: string }
    /**
     * The files are made from these details and signed, for the first time or from a new picture.
     * Refused if the details were changed meanwhile.
     */
    | { readonly type: 'media-made'; readonly media: MintMedia; readonly details: MintDetails }
    /** All files were read back from the gateway unchanged. */
    | { readonly type: 'published' }
    /** The wallet is about to be asked. Refused while an attempt could still land. */
    | ({ readonly type: 'wallet-asked' } & Omit<MintRequest, 'askedAt'>)
    /**
     * The request came to nothing, or the user stopped. It can't land without the mint's signature.
     */
    | { readonly type: 'request-ended' }
    /** The wallet reported that it neither signed nor sent. */
    | { readonly type: 'declined' }
    | { readonly type: 'request-failed'; readonly reason: ErrorCode }
    | ({ readonly type: 'signed' } & SignedMint)
    /** The transaction is complete and is about to be sent, or the wallet sent it. */
    | ({ readonly type: 'submitted' } & SignedMint)
    | { readonly type: 'confirmed'; readonly signature: string; readonly block: number }
    /** A fork dropped the confirmed block: the transaction is pending again. */
    | { readonly type: 'dropped'; readonly signature: string }
    | { readonly type: 'failed-on-chain'; readonly signature: string; readonly reason: ErrorCode }
    /** It can't land any more; or, if `open`, it was given up without proof of that. */
    | { readonly type: 'expired'; readonly signature?: string; readonly open?: true }
    /** A node has shown the transaction, and with it its nonce. */
    | { readonly type: 'placed'; readonly signature: string; readonly nonce: number }
    /** The outstanding transaction is proven unable to land. */
    | { readonly type: 'outstanding-dead'; readonly signature: string }
    /** The user says that the outstanding request was refused in the wallet. */
    | { readonly type: 'let-go' }
    /** A finalized, verified mint. Whatever the journal's state, it is minted now. */
    | { readonly type: 'finalized'; readonly proof: MintProof }
  );

/**
 * Returns the next state of a mint. An event that doesn't fit the current state (stale, repeated,
 * or of another attempt) returns the very same object. Nothing leads out of `finalized`; and
 * nothing that could land exists before its files are published: no NFT points at nothing, on any
 * chain.
 */
export function reduceMint(mint: Mint, event: MintEvent): Mint {
  const next = nextMint(mint, event);
  return next === mint ? mint : { ...next, updatedAt: event.at };
}

function nextMint(mint: Mint, event: MintEvent): Mint {
  const { state, media } = mint;
  if (state.kind === 'finalized') return mint;
  const go = (next: MintState | undefined): Mint => (next ? { ...mint, state: next } : mint);
  switch (event.type) {
    case 'edited':
      // As long as an earlier request may land, its files stay, and with them the address that can
      // be minted only once.
      return isMintable(state)
        ? edited(mint, mint.outstanding ? mint.details : event.details, event.series)
        : mint;
    case 'media-made':
      return isMintable(state) && !mint.outstanding && sameDetails(mint.details, event.details)
        ? { ...mint, media: { ...event.media, published: false } }
        : mint;
    case 'published':
      return media && !media.published ? { ...mint, media: { ...media, published: true } } : mint;
    case 'wallet-asked':
      return go(
        isMintable(state) && media && (media.published || !event.sendsItself)
          ? asked(event)
          : undefined,
      );
    case 'request-ended':
      return go(isOurs(state) ? { kind: 'draft' } : undefined);
    case 'declined':
      return go(state.kind === 'awaiting-signature' ? { kind: 'draft' } : undefined);
    case 'request-failed':
      return go(isOurs(state) ? { kind: 'failed', reason: event.reason } : undefined);
    case 'signed':
      return go(
        state.kind === 'awaiting-signature' && !state.sendsItself && state.owner === event.owner
          ? { kind: 'signed', ...signedMint(event) }
          : undefined,
      );
    case 'submitted':
      return go(
        media?.published && canSubmit(state, event)
          ? { kind: 'submitted', submittedAt: event.at, ...signedMint(event) }
          : undefined,
      );
    case 'confirmed':
      return go(
        state.kind === 'submitted' && state.signature === event.signature
          ? {
              kind: 'confirmed',
              submittedAt: state.submittedAt,
              block: event.block,
              ...signedMint(state),
            }
          : undefined,
      );
    case 'dropped':
      return go(
        state.kind === 'confirmed' && state.signature === event.signature
          ? { kind: 'submitted', submittedAt: state.submittedAt, ...signedMint(state) }
          : undefined,
      );
    case 'failed-on-chain':
      return go(
        (state.kind === 'submitted' || state.kind === 'confirmed') &&
          state.signature === event.signature
          ? { kind: 'failed', reason: event.reason, signature: event.signature, owner: state.owner }
          : undefined,
      );
    case 'expired': {
      const next = expired(state, event.signature);
      return next && event.open && 'owner' in state
        ? { ...mint, state: next, outstanding: leftOpen(mint, state, event.at) }
        : go(next);
    }
    case 'placed':
      return go(
        state.kind === 'submitted' &&
          state.signature === event.signature &&
          state.nonce === undefined
          ? { ...state, nonce: event.nonce }
          : undefined,
      );
    case 'outstanding-dead':
      return mint.outstanding?.transaction?.signature === event.signature
        ? omit(mint, 'outstanding')
        : mint;
    case 'let-go':
      return mint.outstanding && !mint.outstanding.letGo && isMintable(state)
        ? { ...mint, outstanding: { ...mint.outstanding, letGo: true } }
        : mint;
    case 'finalized':
      return { ...omit(mint, 'outstanding'), state: { kind: 'finalized', proof: event.proof } };
  }
}

const asked = (event: Extract<MintEvent, { type: 'wallet-asked' }>): MintState => ({
  kind: 'awaiting-signature',
  sendsItself: event.sendsItself,
  askedAt: event.at,
  owner: event.owner,
  transaction: event.transaction,
  ...(event.lastValidBlock === undefined ? {} : { lastValidBlock: event.lastValidBlock }),
});

const signedMint = ({
  signature,
  owner,
  transaction,
  lastValidBlock,
  nonce,
}: SignedMint): SignedMint => ({
  signature,
  owner,
  transaction,
  ...(lastValidBlock === undefined ? {} : { lastValidBlock }),
  ...(nonce === undefined ? {} : { nonce }),
});

/** The same transaction completed by the mint's key, or the one that the wallet sent itself. */
const canSubmit = (state: MintState, event: SignedMint): boolean =>
  state.kind === 'signed'
    ? state.signature === event.signature && state.owner === event.owner
    : state.kind === 'awaiting-signature' && state.sendsItself && state.owner === event.owner;

/** Unchanged details keep the files made from them; changed details need new metadata. */
function edited(mint: Mint, details: MintDetails, series: string): Mint {
  if (sameDetails(mint.details, details))
    return series === mint.series ? mint : { ...mint, series };
  return { ...omit(mint, 'media'), details, series };
}

/**
 * If several were left open, proof about one says nothing about the others, and the user's answer
 * about an earlier one doesn't cover this one.
 */
function leftOpen(
  { outstanding }: Mint,
  state: MintState & { readonly owner?: string },
  at: number,
): Outstanding {
  const owner = state.owner ?? '';
  if (outstanding) return { owner, since: outstanding.since };
  const placed =
    state.kind === 'submitted' && state.nonce !== undefined
      ? { signature: state.signature, nonce: state.nonce }
      : undefined;
  return { owner, since: at, ...(placed && { transaction: placed }) };
}

const sameDetails = (a: MintDetails, b: MintDetails): boolean =>
  a.name === b.name &&
  a.description === b.description &&
  a.symbol === b.symbol &&
  a.living?.motion === b.living?.motion &&
  a.living?.strength === b.living?.strength &&
  a.traits.length === b.traits.length &&
  a.traits.every(
    ({ name, value }, index) => name === b.traits[index]?.name && value === b.traits[index].value,
  );

function expired(state: MintState, signature: string | undefined): MintState | undefined {
  if (state.kind === 'awaiting-signature')
    return state.sendsItself && signature === undefined
      ? { kind: 'expired', owner: state.owner }
      : undefined;
  // A confirmed transaction must be seen to drop first.
  if (state.kind !== 'signed' && state.kind !== 'submitted') return undefined;
  return state.signature === signature
    ? { kind: 'expired', signature: state.signature, owner: state.owner }
    : undefined;
}

/**
 * Asked for or signed, but unable to land without our own signature: it can always be abandoned.
 */
const isOurs = (state: MintState): boolean =>
  (state.kind === 'awaiting-signature' && !state.sendsItself) || state.kind === 'signed';
