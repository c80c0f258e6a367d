import type { ErrorCode } from '../errors.ts';
import type { Mint, MintDetails, MintMedia, MintProof, MintRequest, MintState, SignedMint } from './mint.ts';

/** What can happen to a mint. `at` is Unix milliseconds. */
export type MintEvent = { readonly at: number } & (
  /** Name, description or traits were changed: the metadata has to be made anew. */
  | { readonly type: 'edited'; readonly details: MintDetails; readonly series: string }
  /** The files are made and signed; nothing is published. */
  | { readonly type: 'media-made'; readonly media: MintMedia }
  /** Both files were read back from the gateway and are the same. */
  | { readonly type: 'published' }
  /** The gateway gives back other bytes than were sent. */
  | { readonly type: 'unpublished' }
  /** The wallet is about to be asked. Refused while an attempt could still land. */
  | ({ readonly type: 'wallet-asked' } & Omit<MintRequest, 'askedAt'>)
  /** Nothing came of the request, or the user stopped, and nothing can: it needs the mint's key too. */
  | { readonly type: 'request-ended' }
  /** The wallet's own word that it neither signed nor sent. */
  | { readonly type: 'declined' }
  | { readonly type: 'request-failed'; readonly reason: ErrorCode }
  | ({ readonly type: 'signed' } & SignedMint)
  /** The transaction is whole and is about to be sent, or was sent by the wallet. */
  | ({ readonly type: 'submitted' } & SignedMint)
  | { readonly type: 'confirmed'; readonly signature: string; readonly block: number }
  /** A fork dropped the confirmed block: the transaction waits again. */
  | { readonly type: 'dropped'; readonly signature: string }
  | { readonly type: 'failed-on-chain'; readonly signature: string; readonly reason: ErrorCode }
  | { readonly type: 'expired'; readonly signature?: string }
  /** A finalized, verified mint. Wherever the journal stands, it is minted now. */
  | { readonly type: 'finalized'; readonly proof: MintProof }
);

/**
 * The next mint. An event that doesn't fit the state it meets (stale, repeated, of another
 * attempt) gives the very same object back. Nothing leads away from `finalized`; and nothing that
 * could land comes to be before its files are published: no NFT points at nothing, on any chain.
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
      return isMintable(state) ? edited(mint, isGivenUp(mint) ? mint.details : event.details, event.series) : mint;
    case 'media-made':
      return isMintable(state) && !media ? { ...mint, media: { ...event.media, published: false } } : mint;
    case 'published':
      return media && !media.published ? { ...mint, media: { ...media, published: true } } : mint;
    case 'unpublished':
      return media?.published && !mayLand(state) ? { ...mint, media: { ...media, published: false } } : mint;
    case 'wallet-asked':
      return go(isMintable(state) && media && (media.published || !event.sendsItself) ? asked(event) : undefined);
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
      return go(media?.published && canSubmit(state, event) ? { kind: 'submitted', submittedAt: event.at, ...signedMint(event) } : undefined);
    case 'confirmed':
      return go(
        state.kind === 'submitted' && state.signature === event.signature
          ? { kind: 'confirmed', submittedAt: state.submittedAt, block: event.block, ...signedMint(state) }
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
        (state.kind === 'submitted' || state.kind === 'confirmed') && state.signature === event.signature
          ? { kind: 'failed', reason: event.reason, signature: event.signature, owner: state.owner }
          : undefined,
      );
    case 'expired':
      return go(expired(state, event.signature));
    case 'finalized':
      return go({ kind: 'finalized', proof: event.proof });
  }
}

const asked = (event: Extract<MintEvent, { type: 'wallet-asked' }>): MintState => ({
  kind: 'awaiting-signature',
  sendsItself: event.sendsItself,
  returnsByLink: event.returnsByLink,
  askedAt: event.at,
  owner: event.owner,
  transaction: event.transaction,
  ...(event.lastValidBlock === undefined ? {} : { lastValidBlock: event.lastValidBlock }),
});

const signedMint = ({ signature, owner, transaction, lastValidBlock }: SignedMint): SignedMint => ({
  signature,
  owner,
  transaction,
  ...(lastValidBlock === undefined ? {} : { lastValidBlock }),
});

/** The same transaction made whole by the mint's key, or the one that the wallet sent itself. */
const canSubmit = (state: MintState, event: SignedMint): boolean =>
  state.kind === 'signed'
    ? state.signature === event.signature && state.owner === event.owner
    : state.kind === 'awaiting-signature' && state.sendsItself && state.owner === event.owner;

/** The same details keep the files made of them; other details need other metadata. */
function edited(mint: Mint, details: MintDetails, series: string): Mint {
  if (sameDetails(mint.details, details)) return series === mint.series ? mint : { ...mint, series };
  const copy: { -readonly [K in keyof Mint]: Mint[K] } = { ...mint, details, series };
  delete copy.media;
  return copy;
}

const sameDetails = (a: MintDetails, b: MintDetails): boolean =>
  a.name === b.name && a.description === b.description && a.traits.length === b.traits.length &&
  a.traits.every(({ name, value }, index) => name === b.traits[index]?.name && value === b.traits[index].value);

function expired(state: MintState, signature: string | undefined): MintState | undefined {
  if (state.kind === 'awaiting-signature') return state.sendsItself && signature === undefined ? { kind: 'expired', owner: state.owner } : undefined;
  // A confirmed one must be seen to drop first.
  if (state.kind !== 'signed' && state.kind !== 'submitted') return undefined;
  return state.signature === signature ? { kind: 'expired', signature: state.signature, owner: state.owner } : undefined;
}

/** States in which no transaction exists that could still land. */
export const isMintable = (state: MintState): boolean =>
  state.kind === 'draft' || state.kind === 'failed' || state.kind === 'expired';

/** A whole transaction is, or may be, on its way. */
export const mayLand = (state: MintState): boolean =>
  state.kind === 'submitted' || state.kind === 'confirmed' || (state.kind === 'awaiting-signature' && state.sendsItself);

/**
 * On Polygon an attempt may be given up without proof that it is dead, since the contract mints a
 * metadata address once. So long as that may happen the files, and with them the address, stay.
 */
export const isGivenUp = ({ chain, state }: Mint): boolean => chain === 'polygon' && state.kind === 'expired';

/** Asked or signed, and unable to land without our own signature: may be let go of at any time. */
const isOurs = (state: MintState): boolean =>
  (state.kind === 'awaiting-signature' && !state.sendsItself) || state.kind === 'signed';
