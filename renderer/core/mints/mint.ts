import type { ErrorCode } from '../errors.ts';
import type { Living } from '../motion.ts';
import type { Scope } from '../scope.ts';

/** The chains that an avatar can be minted on. */
export const MINT_CHAINS = ['solana', 'polygon'] as const;
export type MintChain = (typeof MINT_CHAINS)[number];

export interface Trait {
  readonly name: string;
  readonly value: string;
}

/** How an animated NFT moves; its size depends on what the gateway accepts. */
export type MintMotion = Pick<Living, 'motion' | 'strength'>;

/** What is published with the picture; permanently public from then on. */
export interface MintDetails {
  readonly name: string;
  readonly description: string;
  readonly traits: readonly Trait[];
  /** Replaces the product's symbol for a customer's own brand. */
  readonly symbol?: string;
  /** For an animated NFT: the still remains its picture, and the loop is added. */
  readonly living?: MintMotion;
}

/** A published file: an ANS-104 data item. Its address is known once it is signed. */
export interface PublishedItem {
  /** SHA-256 of the item's signature, base64url: 43 characters. */
  readonly id: string;
  readonly url: string;
  readonly contentType: string;
  /** Bytes of the file, without the item's header. */
  readonly bytes: number;
}

/** The picture, the loop if it is animated, and the metadata that points at them. */
export interface MintMedia {
  readonly picture: PublishedItem;
  readonly animation?: PublishedItem;
  readonly metadata: PublishedItem;
  /** All of them were read back from the gateway and matched byte for byte. */
  readonly published: boolean;
  /** The items don't name the product, because they carry a customer's brand. */
  readonly unnamed?: true;
}

export interface MintRequest {
  /** The wallet signs and sends in one step: once it has been asked, the mint may land. */
  readonly sendsItself: boolean;
  /** In rows of earlier versions. */
  readonly returnsByLink?: boolean;
  readonly askedAt: number;
  readonly owner: string;
  /**
   * What the wallet is asked to sign, base64; empty if the wallet builds the transaction itself.
   */
  readonly transaction: string;
  /** Last block in which the signed transaction can land, on chains that have such a limit. */
  readonly lastValidBlock?: number;
}

export interface SignedMint {
  /** Identifies the transaction: known once the wallet has signed. */
  readonly signature: string;
  readonly owner: string;
  /** Base64; empty if the wallet sent the transaction itself. */
  readonly transaction: string;
  readonly lastValidBlock?: number;
  /** Its nonce for the sender, on chains that have one; known once a node has shown it. */
  readonly nonce?: number;
}

/**
 * How far a mint has come; each state is stored before the next step is taken. `signed` means that
 * only the wallet has signed: without the signature of the mint's own key the transaction can't
 * land, whoever holds it. From `submitted` on it can.
 */
export type MintState =
  | { readonly kind: 'draft' }
  | ({ readonly kind: 'awaiting-signature' } & MintRequest)
  | ({ readonly kind: 'signed' } & SignedMint)
  | ({ readonly kind: 'submitted'; readonly submittedAt: number } & SignedMint)
  | ({
      readonly kind: 'confirmed';
      readonly submittedAt: number;
      readonly block: number;
    } & SignedMint)
  | { readonly kind: 'finalized'; readonly proof: MintProof }
  /** Nothing of this attempt can land any more: it was never sent, or it failed on chain. */
  | ({ readonly kind: 'failed'; readonly reason: ErrorCode } & PastAttempt)
  /**
   * Proven unable to land any more, or given up without proof, then listed in `Mint.outstanding`.
   */
  | ({ readonly kind: 'expired' } & PastAttempt);

/** How an abandoned attempt could still be found on the chain. */
interface PastAttempt {
  readonly signature?: string;
  readonly owner?: string;
}

/**
 * A request or transaction given up without proof that it is dead. A chain whose transactions don't
 * expire rarely gives that proof: a wallet's window may be answered days later.
 */
export interface Outstanding {
  /** The wallet that may still land it. */
  readonly owner: string;
  /** When the first was given up, in Unix milliseconds. */
  readonly since: number;
  /**
   * Set if it is the only one and its nonce is known: if another transaction takes that nonce, it
   * can't land.
   */
  readonly transaction?: { readonly signature: string; readonly nonce: number };
  /**
   * The user says that the wallet refused it, so the avatar may be minted elsewhere. The app keeps
   * looking for it all the same.
   */
  readonly letGo?: true;
}

/** What was seen on chain; stored permanently. Amounts in the chain's smallest unit. */
export interface MintProof {
  readonly signature: string;
  /** The mint account, or 'contract/token'. */
  readonly address: string;
  readonly owner: string;
  readonly block: number;
  /** Unix milliseconds of the block, or null if the chain doesn't report it. */
  readonly blockTime: number | null;
  readonly paid: bigint;
  readonly fee: bigint;
}

export interface Mint extends Scope {
  /** Sortable by creation: base32 of time and random bits, 'MT-…'. */
  readonly id: string;
  /** The id of the first of the mints that were started together; they all share it. */
  readonly series: string;
  readonly avatarUid: string;
  /** The number in /avatar/{id}. */
  readonly avatarId: number;
  readonly chain: MintChain;
  readonly details: MintDetails;
  /**
   * The public half of a key made for this mint alone. It signs the data items, and on Solana it is
   * the mint account, which can be created only once. That alone keeps the chain from minting or
   * charging twice.
   */
  readonly key: string;
  /** What the treasury gets, in the chain's smallest unit, and its address. */
  readonly price: bigint;
  readonly treasury: string;
  readonly media?: MintMedia;
  readonly outstanding?: Outstanding;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: MintState;
}

/** The bytes to publish and the secret key; deleted once the mint is final. */
export interface MintMaterial extends Scope {
  /** The mint's id. */
  readonly id: string;
  /** 32 bytes, base64: the Ed25519 seed of the mint's key. */
  readonly secret: string;
  readonly picture?: Blob;
  /** The avatar's picture that the files were made from: see `pictureKey`. */
  readonly pictureKey?: string;
  /** The loop of an animated NFT, and its id: see `animationId`. */
  readonly animation?: Blob;
  readonly animationId?: string;
  /** JSON text. */
  readonly metadata?: string;
  /** Written before the first byte is sent: from then on the gateway is asked what it has. */
  readonly sending?: true;
  readonly createdAt: number;
}

/** States in which no transaction exists that could still land. */
export const isMintable = (state: MintState): boolean =>
  state.kind === 'draft' || state.kind === 'failed' || state.kind === 'expired';

/** A complete transaction is, or may be, on its way. */
export const mayLand = (state: MintState): boolean =>
  state.kind === 'submitted' ||
  state.kind === 'confirmed' ||
  (state.kind === 'awaiting-signature' && state.sendsItself);
