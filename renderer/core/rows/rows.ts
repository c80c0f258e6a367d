import { z } from 'zod';

import {
  AVATAR_SIZES,
  THUMBNAIL_TYPES,
  type Avatar,
  type Generated,
  type Picture,
  type Recipe,
  type RecipeOptions,
} from '../avatars.ts';
import type { Batch, BatchItem } from '../batches.ts';
import type { BrandKit } from '../brand-kit.ts';
import type { BulkPerson, BulkRefusal, BulkRun } from '../bulk.ts';
import type { LedgerEntry } from '../credits.ts';
import type { Crop } from '../crop.ts';
import { CUT_OUT_FAULTS } from '../cut-out-faults.ts';
import type { Choices, Draft, FaceBox } from '../drafts.ts';
import { KINDS, VERDICT_CODES } from '../engines/attempts.ts';
import { GROUND_PICTURE } from '../ground-picture.ts';
import type { History } from '../history.ts';
import type { AskedLook, LookRun, LookState, RejectedPicture } from '../look-runs.ts';
import type { MessageContent, MessageState, OutgoingMessage } from '../messages/message.ts';
import { mintMaterialRow, mintRow, type Mint, type MintMaterial } from '../mints/mint.ts';
import { keysOf } from '../objects.ts';
import { orderRow, type Order } from '../orders/order.ts';
import { PHOTO_NOTES } from '../photo-notes.ts';
import type { Scope } from '../scope.ts';
import { fitStrokes, STROKE_MODES, STROKE_SIZES, type Stroke } from '../strokes.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../styles.ts';
import { CONTACT_SUBJECTS, settingsSchema, type Settings } from '../validation.ts';
import { count, key, picture, scope, text, time } from './fields.ts';
import { byKind, rowOf } from './shape.ts';

/** A profile's own settings. `id` is the profile's. */
export interface ProfileSettings extends Scope, Readonly<Settings> {
  readonly id: string;
  /** For profiles with 'white-label'; it is kept, unused, if the plan ends. */
  readonly brand?: BrandKit;
}

/** The rows of each table of the store. */
export interface Rows {
  orders: Order;
  ledger: LedgerEntry;
  avatars: Avatar;
  pictures: Picture;
  batches: Batch;
  looks: LookRun;
  drafts: Draft;
  mints: Mint;
  mintMaterials: MintMaterial;
  /** The outbox; a row's chain is NO_CHAIN. */
  messages: OutgoingMessage;
  settings: ProfileSettings;
}
export type Table = keyof Rows;

const seed = z.int().min(0).max(0xffff_ffff);
const size = z.literal(AVATAR_SIZES);

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/);

const options = rowOf<RecipeOptions>()({
  solidColor: hexColor.exactOptional(),
  backdropColor: hexColor.exactOptional(),
  backdropPicture: z.string().regex(GROUND_PICTURE).exactOptional(),
  gradient: key.exactOptional(),
  strength: z.number().min(0).max(1).exactOptional(),
  lightAngle: z.number().exactOptional(),
  crop: rowOf<Crop>()({
    zoom: z.number(),
    x: z.number(),
    y: z.number(),
    roll: z.number(),
  }).exactOptional(),
  face: count.exactOptional(),
  strokes: z
    .array(
      rowOf<Stroke>()({
        mode: z.enum(STROKE_MODES),
        size: z.number().min(STROKE_SIZES.least).max(STROKE_SIZES.most),
        points: z.array(z.number().min(0).max(1)),
        face: count.exactOptional(),
      }),
    )
    .refine(fitStrokes)
    .exactOptional(),
});

const recipe = rowOf<Recipe>()({
  style: z.enum(STYLE_IDS),
  background: z.enum(BACKGROUND_IDS),
  seed,
  options,
  engine: z.int().positive(),
});

const engineUsed = {
  engine: key,
  kind: z.enum(KINDS),
  model: text.exactOptional(),
};
const asked = { job: key, seed, engineJob: text.exactOptional() };
const verdict = z.enum(VERDICT_CODES);
const full = picture('image/png');
const thumb = picture(...THUMBNAIL_TYPES);

const choices = {
  style: z.enum(STYLE_IDS),
  background: z.enum(BACKGROUND_IDS),
  seed,
  options,
};
const steps = z.array(rowOf<Choices>()(choices));

/** The schema of each table's rows, for the store and backups. They transform nothing. */
export const ROW_SCHEMAS: { readonly [T in Table]: z.ZodType<Rows[T]> } = {
  orders: orderRow,
  mints: mintRow,
  mintMaterials: mintMaterialRow,
  ledger: rowOf<LedgerEntry>()({
    ...scope,
    id: key,
    kind: z.enum(['grant', 'reserve', 'consume', 'release', 'refund', 'return', 'animate']),
    amount: count,
    cause: key,
    at: time,
    restore: key.exactOptional(),
  }),
  avatars: rowOf<Avatar>()({
    ...scope,
    id: z.int().positive(),
    uid: key,
    name: text,
    recipe,
    size,
    bytes: z.int().positive(),
    likeness: z.number(),
    softened: z.boolean(),
    softenedTo: z.number().exactOptional(),
    createdAt: time,
    downloads: count,
    shares: count.exactOptional(),
    liked: z.boolean(),
    batchId: key,
    mendedAt: time.exactOptional(),
    generated: rowOf<Generated>()({
      look: key,
      version: z.int().positive(),
      ...engineUsed,
    }).exactOptional(),
  }),
  pictures: rowOf<Picture>()({
    ...scope,
    uid: key,
    full,
    thumb,
  }),
  batches: rowOf<Batch>()({
    ...scope,
    id: key,
    draftId: key,
    size,
    state: z.enum(['running', 'paused', 'done', 'cancelled']),
    items: z.array(
      rowOf<BatchItem>()({
        uid: key,
        avatarId: z.int().positive(),
        name: text,
        recipe,
        draftId: key.exactOptional(),
        state: z.enum(['waiting', 'done', 'failed', 'cancelled']),
        reason: key.exactOptional(),
        repaint: z.literal(true).exactOptional(),
      }),
    ),
    pausedFor: key.exactOptional(),
    createdAt: time,
    repaintedAt: time.exactOptional(),
    msPerAvatar: z.number().exactOptional(),
    bulk: rowOf<BulkRun>()({
      people: z.array(rowOf<BulkPerson>()({ draftId: key, name: text })),
      refused: z.array(
        rowOf<BulkRefusal>()({ fileName: text, reason: key, person: text.exactOptional() }),
      ),
    }).exactOptional(),
  }),
  looks: rowOf<LookRun>()({
    ...scope,
    id: key,
    draftId: key,
    avatarId: z.int().positive(),
    batchId: key.exactOptional(),
    name: text,
    look: rowOf<AskedLook>()({
      id: key,
      version: z.int().positive(),
      check: z.enum(['face', 'shape']),
      instruction: text,
      description: text,
    }),
    engine: rowOf<LookRun['engine']>()(engineUsed),
    recipe,
    attempt: z.int().positive(),
    rejected: z.array(rowOf<RejectedPicture>()({ code: verdict, thumb })),
    trial: z.literal(true).exactOptional(),
    createdAt: time,
    state: byKind<LookState>()({
      planned: {},
      sent: asked,
      received: { ...asked, file: picture('application/octet-stream') },
      lost: { ...asked, code: key },
      unsure: { code: verdict, likeness: z.number(), full, thumb },
      kept: {},
      tried: { full, thumb },
      rejected: {},
      failed: { code: key, said: text },
      cancelled: {},
      dismissed: {},
    }),
  }),
  drafts: rowOf<Draft>()({
    ...scope,
    ...choices,
    id: key,
    fileName: text,
    width: z.int().positive(),
    height: z.int().positive(),
    maxSizes: z.array(size).exactOptional(),
    maxSize: size.exactOptional(),
    notes: z.array(z.enum(PHOTO_NOTES)).exactOptional(),
    faceBox: rowOf<FaceBox>()({
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
    }).exactOptional(),
    faults: z.array(z.enum(CUT_OUT_FAULTS)).exactOptional(),
    history: rowOf<History<Choices>>()({ past: steps, future: steps }).exactOptional(),
    createdAt: time,
    batchIds: z.array(key).exactOptional(),
    lookIds: z.array(key).exactOptional(),
    keep: z.boolean().exactOptional(),
    putAway: z.boolean().exactOptional(),
    bulk: z.literal(true).exactOptional(),
  }),
  messages: rowOf<OutgoingMessage>()({
    ...scope,
    id: key,
    createdAt: time,
    priority: z.boolean(),
    content: byKind<MessageContent>()({
      contact: {
        subject: z.enum(keysOf(CONTACT_SUBJECTS)),
        email: text,
        message: text,
      },
      feedback: {
        sentiment: z.enum(['positive', 'negative']),
        text,
        anonymous: z.boolean(),
        email: text.exactOptional(),
      },
    }),
    state: byKind<MessageState>()({
      waiting: { attempts: count, nextAt: time },
      'needs-you': { why: z.enum(['refused', 'too-long', 'no-endpoint']) },
    }),
  }),
  settings: rowOf<ProfileSettings>()({
    ...scope,
    id: key,
    ...settingsSchema.shape,
    email: text,
    brand: rowOf<BrandKit>()({
      on: z.boolean(),
      name: z.string().max(40),
      link: z.string().max(200),
      colour: hexColor,
      logo: z
        .string()
        .max(400_000)
        .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/)
        .exactOptional(),
    }).exactOptional(),
  }),
};
