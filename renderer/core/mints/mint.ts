import type { ErrorCode } from '../errors.ts';
import type { Scope } from '../scope.ts';

/** Where a mint goes. */
export const MINT_CHAINS = ['solana', 'polygon'] as const;
export type MintChain = (typeof MINT_CHAINS)[number];

export interface Trait {
  readonly name: string;
  readonly value: string;
}

/** What is written beside the picture; public for good once it is published. */
export interface MintDetails {
  readonly name: string;
  readonly description: string;
  readonly traits: readonly Trait[];
}

/** One published file: an ANS-104 data item. Its address is known once it is signed. */
export interface PublishedItem {
  /** SHA-256 of the item's signature, base64url: 43 characters. */
  readonly id: string;
  readonly url: string;
  readonly contentType: string;
  /** Bytes of the file, without the item's header. */
  readonly bytes: number;
}

/** The picture and the metadata that points at it. */
export interface MintMedia {
  readonly picture: PublishedItem;
  readonly metadata: PublishedItem;
  /** Both were read back from the gateway, byte for byte the same. */
  readonly published: boolean;
}

export interface MintRequest {
  /** The wallet signs and sends at once: from the question on, the mint may land. */
  readonly sendsItself: boolean;
  /** The answer comes as an address that opens the app anew, so a reload doesn't end the request. */
  readonly returnsByLink: boolean;
  readonly askedAt: number;
  readonly owner: string;
  /** What the wallet is asked to sign, base64; empty where it makes the transaction itself. */
  readonly transaction: string;
  /** Last block in which what is signed can land, where the chain has one. */
  readonly lastValidBlock?: number;
}

export interface SignedMint {
  /** Identifies the transaction: known once the wallet has signed. */
  readonly signature: string;
  readonly owner: string;
  /** Base64; empty where the wallet sent it by itself. */
  readonly transaction: string;
  readonly lastValidBlock?: number;
  /** Its place in the sender's line of transactions, on a chain that has one; known once a node has shown it. */
  readonly nonce?: number;
}

/**
 * How far a mint has come; each state is in storage before the step that follows it is taken.
 * `signed` is the wallet's word alone: the mint's own key has not signed yet, so that the
 * transaction can't land, whoever holds it. From `submitted` on it can.
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
  /** Nothing of this attempt can still land: it never left, or it is on chain as failed. */
  | ({ readonly kind: 'failed'; readonly reason: ErrorCode } & PastAttempt)
  /** Proven never to land any more, or given up without a proof: then it stands in `Mint.outstanding`. */
  | ({ readonly kind: 'expired' } & PastAttempt);

/** By what an attempt that was left behind could still be found on the chain. */
interface PastAttempt {
  readonly signature?: string;
  readonly owner?: string;
}

/**
 * A request or transaction that was given up without proof that it is dead, which a chain whose
 * transactions don't expire rarely gives: a wallet's window may be answered days later.
 */
export interface Outstanding {
  /** The wallet that may still land it. */
  readonly owner: string;
  /** Unix milliseconds of giving up the first. */
  readonly since: number;
  /** Set where there is one only and its place is known: taken by another, it is proven dead. */
  readonly transaction?: { readonly signature: string; readonly nonce: number };
  /** The user's own word that it was refused: the avatar may be minted elsewhere. It is looked for all the same. */
  readonly letGo?: true;
}

/** What was seen on chain; kept for good. Amounts in the chain's smallest unit. */
export interface MintProof {
  readonly signature: string;
  /** The mint account, or 'contract/token'. */
  readonly address: string;
  readonly owner: string;
  readonly block: number;
  /** Unix milliseconds of the block, or null where the chain doesn't tell. */
  readonly blockTime: number | null;
  readonly paid: bigint;
  readonly fee: bigint;
}

export interface Mint extends Scope {
  /** Sortable by creation: base32 of time and chance, 'MT-…'. */
  readonly id: string;
  /** Mints that were started together share it: the id of the first. */
  readonly series: string;
  readonly avatarUid: string;
  /** The number in /avatar/{id}. */
  readonly avatarId: number;
  readonly chain: MintChain;
  readonly details: MintDetails;
  /**
   * Public key of the key made for this mint alone: it signs the data items, and on Solana it is
   * the mint account, which can be created once. That alone keeps the chain from minting or
   * charging twice.
   */
  readonly key: string;
  /** What goes to the treasury, in the chain's smallest unit, and where to. */
  readonly price: bigint;
  readonly treasury: string;
  readonly media?: MintMedia;
  readonly outstanding?: Outstanding;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: MintState;
}

/** The bytes to be published and the secret key; removed once the mint is final. */
export interface MintMaterial extends Scope {
  /** The mint's id. */
  readonly id: string;
  /** 32 bytes, base64: the Ed25519 seed of the mint's key. */
  readonly secret: string;
  readonly picture?: Blob;
  /** JSON text. */
  readonly metadata?: string;
  /** Written before the first byte is sent: from here on the gateway is asked what it has. */
  readonly sending?: true;
  readonly createdAt: number;
}
