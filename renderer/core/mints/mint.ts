import { z } from 'zod';

import { MOTIONS } from '../motion.ts';
import { count, key, kinds, reason, scope, text, time, type Row } from '../rows/fields.ts';
import type { Scope } from '../scope.ts';

const amount = z.bigint().nonnegative();

const trait = z.strictObject({ name: text, value: text });
export interface Trait extends Row<typeof trait> {}

const mintMotion = z.strictObject({
  motion: z.enum(MOTIONS),
  strength: z.number().min(0).max(1),
});
/** How an animated NFT moves; its size depends on what the gateway accepts. */
export interface MintMotion extends Row<typeof mintMotion> {}

const mintDetails = z.strictObject({
  name: text,
  description: text,
  traits: z.array(trait).max(50),
  /** Replaces the product's symbol for a customer's own brand. */
  symbol: z
    .string()
    .regex(/^[A-Z0-9]{1,10}$/)
    .exactOptional(),
  /** For an animated NFT: the still remains its picture, and the loop is added. */
  living: mintMotion.exactOptional(),
});
/** What is published with the picture; permanently public from then on. */
export interface MintDetails extends Row<typeof mintDetails> {}

const publishedItem = z.strictObject({
  /** SHA-256 of the item's signature, base64url: 43 characters. */
  id: key,
  url: text,
  contentType: key,
  /** Bytes of the file, without the item's header. */
  bytes: count,
});
/** A published file: an ANS-104 data item. Its address is known once it is signed. */
export interface PublishedItem extends Row<typeof publishedItem> {}

const mintMedia = z.strictObject({
  picture: publishedItem,
  animation: publishedItem.exactOptional(),
  metadata: publishedItem,
  /** All of them were read back from the gateway and matched byte for byte. */
  published: z.boolean(),
  /** The items don't name the product, because they carry a customer's brand. */
  unnamed: z.literal(true).exactOptional(),
});
/** The picture, the loop if it is animated, and the metadata that points at them. */
export interface MintMedia extends Row<typeof mintMedia> {}

/** Base64 of what a wallet signs. */
const transaction = z.string().max(100_000);

const mintRequest = z.strictObject({
  /** The wallet signs and sends in one step: once it has been asked, the mint may land. */
  sendsItself: z.boolean(),
  /** In rows of earlier versions. */
  returnsByLink: z.boolean().exactOptional(),
  askedAt: time,
  owner: key,
  /**
   * What the wallet is asked to sign, base64; empty if the wallet builds the transaction itself.
   */
  transaction,
  /** Last block in which the signed transaction can land, on chains that have such a limit. */
  lastValidBlock: count.exactOptional(),
});
export interface MintRequest extends Row<typeof mintRequest> {}

const signedMint = z.strictObject({
  /** Identifies the transaction: known once the wallet has signed. */
  signature: key,
  owner: key,
  /** Base64; empty if the wallet sent the transaction itself. */
  transaction,
  lastValidBlock: count.exactOptional(),
  /** Its nonce for the sender, on chains that have one; known once a node has shown it. */
  nonce: count.exactOptional(),
});
export interface SignedMint extends Row<typeof signedMint> {}

const mintProof = z.strictObject({
  signature: key,
  /** The mint account, or 'contract/token'. */
  address: key,
  owner: key,
  block: count,
  /** Unix milliseconds of the block, or null if the chain doesn't report it. */
  blockTime: z.int().nullable(),
  paid: amount,
  fee: amount,
});
/** What was seen on chain; stored permanently. Amounts in the chain's smallest unit. */
export interface MintProof extends Row<typeof mintProof> {}

/** How an abandoned attempt could still be found on the chain. */
const past = { signature: key.exactOptional(), owner: key.exactOptional() };

const mintState = kinds({
  draft: {},
  'awaiting-signature': mintRequest.shape,
  signed: signedMint.shape,
  submitted: { submittedAt: time, ...signedMint.shape },
  confirmed: { submittedAt: time, block: count, ...signedMint.shape },
  finalized: { proof: mintProof },
  /** Nothing of this attempt can land any more: it was never sent, or it failed on chain. */
  failed: { reason, ...past },
  /**
   * Proven unable to land any more, or given up without proof, then listed in `Mint.outstanding`.
   */
  expired: past,
});
/**
 * How far a mint has come; each state is stored before the next step is taken. `signed` means that
 * only the wallet has signed: without the signature of the mint's own key the transaction can't
 * land, whoever holds it. From `submitted` on it can.
 */
export type MintState = Row<typeof mintState>;

const outstanding = z.strictObject({
  /** The wallet that may still land it. */
  owner: key,
  /** When the first was given up, in Unix milliseconds. */
  since: time,
  /**
   * Set if it is the only one and its nonce is known: if another transaction takes that nonce, it
   * can't land.
   */
  transaction: z.strictObject({ signature: key, nonce: count }).exactOptional(),
  /**
   * The user says that the wallet refused it, so the avatar may be minted elsewhere. The app keeps
   * looking for it all the same.
   */
  letGo: z.literal(true).exactOptional(),
});
/**
 * A request or transaction given up without proof that it is dead. A chain whose transactions don't
 * expire rarely gives that proof: a wallet's window may be answered days later.
 */
export interface Outstanding extends Row<typeof outstanding> {}

export const mintRow = z.strictObject({
  ...scope,
  /** Sortable by creation: base32 of time and random bits, 'MT-…'. */
  id: key,
  /** The id of the first of the mints that were started together; they all share it. */
  series: key,
  avatarUid: key,
  /** The number in /avatar/{id}. */
  avatarId: z.int().positive(),
  chain: z.enum(['solana', 'polygon']),
  details: mintDetails,
  /**
   * The public half of a key made for this mint alone. It signs the data items, and on Solana it is
   * the mint account, which can be created only once. That alone keeps the chain from minting or
   * charging twice.
   */
  key,
  /** What the treasury gets, in the chain's smallest unit, and its address. */
  price: amount,
  treasury: key,
  media: mintMedia.exactOptional(),
  outstanding: outstanding.exactOptional(),
  createdAt: time,
  updatedAt: time,
  state: mintState,
});
export interface Mint extends Scope, Row<typeof mintRow> {
  readonly state: MintState;
}
/** The chains that an avatar can be minted on. */
export type MintChain = Mint['chain'];

const file = z.custom<Blob>(
  (value) => typeof value === 'object' && value !== null && 'size' in value,
);

export const mintMaterialRow = z.strictObject({
  ...scope,
  /** The mint's id. */
  id: key,
  /** 32 bytes, base64: the Ed25519 seed of the mint's key. */
  secret: z.base64(),
  picture: file.exactOptional(),
  /** The avatar's picture that the files were made from: see `pictureKey`. */
  pictureKey: text.exactOptional(),
  /** The loop of an animated NFT, and its id: see `animationId`. */
  animation: file.exactOptional(),
  animationId: key.exactOptional(),
  /** JSON text. */
  metadata: z.string().exactOptional(),
  /** Written before the first byte is sent: from then on the gateway is asked what it has. */
  sending: z.literal(true).exactOptional(),
  createdAt: time,
});
/** The bytes to publish and the secret key; deleted once the mint is final. */
export interface MintMaterial extends Scope, Row<typeof mintMaterialRow> {}
