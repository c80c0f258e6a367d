import { z } from 'zod';

import { MOTIONS } from '../motion.ts';
import { count, key, reason, scope, text, time } from '../rows/fields.ts';
import { byKind, rowOf } from '../rows/shape.ts';
import {
  MINT_CHAINS,
  type Mint,
  type MintDetails,
  type MintMaterial,
  type MintMedia,
  type MintMotion,
  type MintProof,
  type MintState,
  type Outstanding,
  type PublishedItem,
  type Trait,
} from './mint.ts';

const amount = z.bigint().nonnegative();
/** Base64 of what a wallet signs. */
const transaction = z.string().max(100_000);

const publishedItem = rowOf<PublishedItem>()({
  id: key,
  url: text,
  contentType: key,
  bytes: count,
});

const signed = {
  signature: key,
  owner: key,
  transaction,
  lastValidBlock: count.exactOptional(),
  nonce: count.exactOptional(),
};
const past = { signature: key.exactOptional(), owner: key.exactOptional() };

export const mintRow = rowOf<Mint>()({
  ...scope,
  id: key,
  series: key,
  avatarUid: key,
  avatarId: z.int().positive(),
  chain: z.enum(MINT_CHAINS),
  details: rowOf<MintDetails>()({
    name: text,
    description: text,
    traits: z.array(rowOf<Trait>()({ name: text, value: text })).max(50),
    symbol: z
      .string()
      .regex(/^[A-Z0-9]{1,10}$/)
      .exactOptional(),
    living: rowOf<MintMotion>()({
      motion: z.enum(MOTIONS),
      strength: z.number().min(0).max(1),
    }).exactOptional(),
  }),
  key,
  price: amount,
  treasury: key,
  media: rowOf<MintMedia>()({
    picture: publishedItem,
    animation: publishedItem.exactOptional(),
    metadata: publishedItem,
    published: z.boolean(),
    unnamed: z.literal(true).exactOptional(),
  }).exactOptional(),
  outstanding: rowOf<Outstanding>()({
    owner: key,
    since: time,
    transaction: rowOf<NonNullable<Outstanding['transaction']>>()({
      signature: key,
      nonce: count,
    }).exactOptional(),
    letGo: z.literal(true).exactOptional(),
  }).exactOptional(),
  createdAt: time,
  updatedAt: time,
  state: byKind<MintState>()({
    draft: {},
    'awaiting-signature': {
      sendsItself: z.boolean(),
      returnsByLink: z.boolean().exactOptional(),
      askedAt: time,
      owner: key,
      transaction,
      lastValidBlock: count.exactOptional(),
    },
    signed,
    submitted: { submittedAt: time, ...signed },
    confirmed: { submittedAt: time, block: count, ...signed },
    finalized: {
      proof: rowOf<MintProof>()({
        signature: key,
        address: key,
        owner: key,
        block: count,
        blockTime: z.int().nullable(),
        paid: amount,
        fee: amount,
      }),
    },
    failed: { reason, ...past },
    expired: past,
  }),
});

const file = z.custom<Blob>(
  (value) => typeof value === 'object' && value !== null && 'size' in value,
);

export const mintMaterialRow = rowOf<MintMaterial>()({
  ...scope,
  id: key,
  secret: z.base64(),
  picture: file.exactOptional(),
  pictureKey: text.exactOptional(),
  animation: file.exactOptional(),
  animationId: key.exactOptional(),
  metadata: z.string().exactOptional(),
  sending: z.literal(true).exactOptional(),
  createdAt: time,
});
