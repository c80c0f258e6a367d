import { z } from 'zod';

import { CUT_OUT_FAULTS } from '../cut-out-faults.ts';
import { KINDS, VERDICT_CODES } from '../engines/attempts.ts';
import { GROUND_PICTURE } from '../ground-picture.ts';
import { mintMaterialRow, mintRow, type Mint, type MintMaterial } from '../mints/mint.ts';
import { keysOf } from '../objects.ts';
import { orderRow, type Order } from '../orders/order.ts';
import { PHOTO_NOTES } from '../photo-notes.ts';
import { AVATAR_SIZES, THUMBNAIL_TYPES } from '../picture-formats.ts';
import type { Scope } from '../scope.ts';
import { fitStrokes, STROKE_MODES, STROKE_SIZES } from '../stroke-limits.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../styles.ts';
import { CONTACT_SUBJECTS, settingsSchema } from '../validation.ts';
import { count, key, kinds, picture, scope, text, time, type Row } from './fields.ts';

const seed = z.int().min(0).max(0xffff_ffff);
const size = z.literal(AVATAR_SIZES);
const hexColor = z.string().regex(/^#[0-9a-f]{6}$/);
const full = picture('image/png');
const thumb = picture(...THUMBNAIL_TYPES);

const crop = z.strictObject({
  zoom: z.number(),
  /** The offset, as a fraction of the frame. */
  x: z.number(),
  y: z.number(),
  /** In degrees. */
  roll: z.number(),
});
/** Framing by hand, on top of the automatic one. */
export interface Crop extends Row<typeof crop> {}

const stroke = z.strictObject({
  /** Person, ground, or a soft edge such as hair that is to be examined again. */
  mode: z.enum(STROKE_MODES),
  /** Diameter of the brush, as a fraction of the photo's longer side. */
  size: z.number().min(STROKE_SIZES.least).max(STROKE_SIZES.most),
  /** x and y in turn, as fractions of the photo's width and height, 0 to 1. */
  points: z.array(z.number().min(0).max(1)),
  /** The face whose cut-out it corrects; the largest if missing. */
  face: count.exactOptional(),
});
/** A stroke of the brush on the photo: it corrects the cut-out, and is part of the recipe. */
export interface Stroke extends Row<typeof stroke> {}

const recipeOptions = z.strictObject({
  /** '#rrggbb' for the Solid Color background. */
  solidColor: hexColor.exactOptional(),
  /** '#rrggbb' for the Professional background's paper or canvas. */
  backdropColor: hexColor.exactOptional(),
  /** The user's own picture for the Professional background, as `ground-picture.ts` writes it. */
  backdropPicture: z.string().regex(GROUND_PICTURE).exactOptional(),
  /** Name of a gradient palette. */
  gradient: key.exactOptional(),
  /** 0 (gentle) to 1 (full); 1 when missing. */
  strength: z.number().min(0).max(1).exactOptional(),
  /** Direction of the key light in degrees, 0 from the right, counter-clockwise. */
  lightAngle: z.number().exactOptional(),
  crop: crop.exactOptional(),
  /** Index of the face in the photo's analysis; the largest face when missing. */
  face: count.exactOptional(),
  /** The brush strokes that correct the cut-out, in the order they were painted. */
  strokes: z.array(stroke).refine(fitStrokes).exactOptional(),
});
/** What the user may set; the seed decides whatever is missing. */
export interface RecipeOptions extends Row<typeof recipeOptions> {}

const choices = z.strictObject({
  style: z.enum(STYLE_IDS),
  background: z.enum(BACKGROUND_IDS),
  /** Unsigned 32-bit. Varies palette, light, brush, crop and background within the style. */
  seed,
  options: recipeOptions,
});
/** What the user chose for a photo: all of a recipe except the engine's version. */
export interface Choices extends Row<typeof choices> {
  readonly options: RecipeOptions;
}

const recipe = choices.extend({
  /** Version of the engine that made the picture, or is to make it. */
  engine: z.int().positive(),
});
/** Everything that decides a picture besides its photo: the same two give the same picture. */
export interface Recipe extends Choices, Row<typeof recipe> {}

const engineUsed = z.strictObject({
  /** As the user calls the engine. */
  engine: key,
  kind: z.enum(KINDS),
  /** The model, or the name of the workflow, if it is known. */
  model: text.exactOptional(),
});
const generated = engineUsed.extend({
  /** The look's id and the version of its words, see `looks.ts`. */
  look: key,
  version: z.int().positive(),
});
/** The look and the engine of the user's own that a picture was generated with. */
export interface Generated extends Row<typeof generated> {}

const avatarRow = z.strictObject({
  ...scope,
  /** The number in /avatar/{id}, on this device only. Own avatars start at 101. */
  id: z.int().positive(),
  /** The avatar's identity, which backups merge by. */
  uid: key,
  name: text,
  recipe,
  size,
  bytes: z.int().positive(),
  /** How like the photo it is, 0 to 1: see `measureLikeness`. */
  likeness: z.number(),
  /** Whether the quality check asked for a gentler rendering. */
  softened: z.boolean(),
  /** The factor on the style's strength, if softened; missing in rows of earlier versions. */
  softenedTo: z.number().exactOptional(),
  createdAt: time,
  downloads: count,
  /** How often the picture or its link was shared; missing in rows of earlier versions. */
  shares: count.exactOptional(),
  liked: z.boolean(),
  batchId: key,
  /** When its cut-out was mended and its picture painted again. */
  mendedAt: time.exactOptional(),
  /** If an engine of the user's own made it; `recipe` then says nothing about the picture. */
  generated: generated.exactOptional(),
});
/** A finished avatar of the user's own. The picture itself is stored separately, by `uid`. */
export interface Avatar extends Scope, Row<typeof avatarRow> {
  readonly recipe: Recipe;
}

const pictureRow = z.strictObject({
  ...scope,
  uid: key,
  /** PNG at the avatar's size. */
  full,
  /** 384 px; WebP, or JPEG or PNG where the browser writes no WebP. */
  thumb,
});
/** The picture and its thumbnail, stored by the avatar's uid. */
export interface Picture extends Scope, Row<typeof pictureRow> {}

const ledgerEntry = z.strictObject({
  ...scope,
  id: key,
  kind: z.enum(['grant', 'reserve', 'consume', 'release', 'refund', 'return', 'animate']),
  amount: count,
  /** Order id for a grant or refund, batch id for the others. */
  cause: key,
  at: time,
  /** The restore that brought this row; missing if the row was written here. */
  restore: key.exactOptional(),
});
/**
 * The append-only usage ledger. A batch starts with `reserve`, then each unit ends as `consume` (a
 * picture was stored) or `release`. `refund` takes back what was left of a refunded order. `return`
 * gives back the credit of an avatar whose cut-out was wrong; the avatar is deleted with it.
 * `animate` counts a living avatar among those a plan includes, and costs no credit. Ids derive
 * from their cause, so writing one twice changes nothing. Rows of the kind `grant` were written by
 * earlier versions and give nothing: credits come from paid orders.
 */
export interface LedgerEntry extends Scope, Row<typeof ledgerEntry> {}

const bulkPerson = z.strictObject({
  /** Id of the draft. */
  draftId: key,
  name: text,
});
/** A photo of a run, and the name of its person. Photos with the same name are one person's. */
export interface BulkPerson extends Row<typeof bulkPerson> {}

const bulkRefusal = z.strictObject({
  fileName: text,
  /** A code of `errors.ts`. */
  reason: key,
  /** The person it is of. Known once the run has begun; missing in earlier runs. */
  person: text.exactOptional(),
});
/** A file of a run that couldn't be used. */
export interface BulkRefusal extends Row<typeof bulkRefusal> {}

const bulkRun = z.strictObject({ people: z.array(bulkPerson), refused: z.array(bulkRefusal) });
/** What a batch stores about its run. */
export interface BulkRun extends Row<typeof bulkRun> {}

const batchItem = z.strictObject({
  /**
   * Identity of the future avatar, fixed before rendering so that a repeated step can't make two.
   */
  uid: key,
  avatarId: z.int().positive(),
  name: text,
  recipe,
  /** The item's photo, if it isn't the batch's own; missing in rows of earlier versions. */
  draftId: key.exactOptional(),
  state: z.enum(['waiting', 'done', 'failed', 'cancelled']),
  /** If it failed, or couldn't be painted again, an error code of `errors.ts`. */
  reason: key.exactOptional(),
  /** Its avatar exists and waits for a new picture with a mended cut-out, which costs nothing. */
  repaint: z.literal(true).exactOptional(),
});
export interface BatchItem extends Row<typeof batchItem> {
  readonly recipe: Recipe;
}

const batchRow = z.strictObject({
  ...scope,
  id: key,
  draftId: key,
  size,
  state: z.enum(['running', 'paused', 'done', 'cancelled']),
  items: z.array(batchItem),
  /** If something other than the user paused it, an error code of `errors.ts`. */
  pausedFor: key.exactOptional(),
  createdAt: time,
  /** When pictures of it were last put in line to be painted again. */
  repaintedAt: time.exactOptional(),
  /** Measured rolling mean of milliseconds per avatar; missing until the first is done. */
  msPerAvatar: z.number().exactOptional(),
  /** For a run over a folder of photos: the people in it. */
  bulk: bulkRun.exactOptional(),
});
/**
 * A list of recipes to render from one or more photos: the checkpoint that a reload resumes from.
 * It belongs to the profile it began in and finishes there, whoever is signed in.
 */
export interface Batch extends Scope, Row<typeof batchRow> {
  readonly items: readonly BatchItem[];
}

const verdict = z.enum(VERDICT_CODES);
/** The question that the engine was asked, under a name of ours, and its own name for the job. */
const asked = { job: key, seed, engineJob: text.exactOptional() };

const lookState = kinds({
  planned: {},
  /** Written before the photo is sent. */
  sent: asked,
  /** The engine's bytes as they came, before anything reads them. */
  received: { ...asked, file: picture('application/octet-stream') },
  /** No answer came, though the picture may have been made and charged for. The user decides. */
  lost: { ...asked, code: key },
  /** It may be somebody else. The user decides. */
  unsure: { code: verdict, likeness: z.number(), full, thumb },
  /** The avatar was stored and its credit used. */
  kept: {},
  /** A picture of somebody without the plan: it is shown with a watermark, and isn't kept. */
  tried: { full, thumb },
  /** None of the attempts shows the person. */
  rejected: {},
  /** `code`: of an engine, or an error code of `errors.ts`; `said`: the engine's own words, or ''. */
  failed: { code: key, said: text },
  cancelled: {},
  /** The user has seen how it ended. */
  dismissed: {},
});
export type LookState = Row<typeof lookState>;

const rejectedPicture = z.strictObject({ code: verdict, thumb });
/** A picture that was made and isn't the person, or not surely. */
export interface RejectedPicture extends Row<typeof rejectedPicture> {}

const lookRow = z.strictObject({
  ...scope,
  /** Also the uid of the avatar that it may become. */
  id: key,
  draftId: key,
  avatarId: z.int().positive(),
  /** The set it belongs to: its photo's last one, or that of the photo's looks. Older rows have none. */
  batchId: key.exactOptional(),
  name: text,
  /** As it was when it was asked for: its words are sent again as they were. */
  look: z.strictObject({
    id: key,
    version: z.int().positive(),
    check: z.enum(['face', 'shape']),
    instruction: text,
    description: text,
  }),
  engine: engineUsed,
  /** Whose picture it is, in no style of ours. The avatar needs one; nothing was made by it. */
  recipe,
  /** From 1. */
  attempt: z.int().positive(),
  rejected: z.array(rejectedPicture),
  /** Free, with a watermark, and never kept. */
  trial: z.literal(true).exactOptional(),
  createdAt: time,
  state: lookState,
});
/**
 * One look of one photo that an engine of the user's own is asked for: the checkpoint that a reload
 * continues from. It ends in the profile in which it began.
 */
export interface LookRun extends Scope, Row<typeof lookRow> {
  readonly recipe: Recipe;
  readonly state: LookState;
}

const faceBox = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
/** Where a face, or a fault, is in a photo, as fractions of its width and height. */
export interface FaceBox extends Row<typeof faceBox> {}

const draftRow = z.strictObject({
  ...scope,
  ...choices.shape,
  id: key,
  fileName: text,
  width: z.int().positive(),
  height: z.int().positive(),
  /** Largest avatar size that the photo has the detail for, by face. */
  maxSizes: z.array(size).exactOptional(),
  /** The same of the largest face, in drafts of earlier versions. */
  maxSize: size.exactOptional(),
  /** What to know about the photo and its largest face; missing in drafts of earlier versions. */
  notes: z.array(z.enum(PHOTO_NOTES)).exactOptional(),
  /** The largest face, for its thumbnail; missing in drafts of earlier versions. */
  faceBox: faceBox.exactOptional(),
  /** Place and notes of each other face, if there are several. */
  otherFaces: z
    .array(z.strictObject({ box: faceBox, notes: z.array(z.enum(PHOTO_NOTES)) }))
    .exactOptional(),
  /** The faults found in the chosen face's cut-out; missing until it was checked. */
  faults: z.array(z.enum(CUT_OUT_FAULTS)).exactOptional(),
  /** The square around the worst of them; only for a photo of a folder. */
  faultBox: faceBox.exactOptional(),
  /** Undo and redo steps; they survive a reload. */
  history: z.strictObject({ past: z.array(choices), future: z.array(choices) }).exactOptional(),
  createdAt: time,
  /** Batches made from this photo; it is deleted once all have ended. */
  batchIds: z.array(key).exactOptional(),
  /** Looks under way that need this photo: it isn't deleted before they end. */
  lookIds: z.array(key).exactOptional(),
  /** The user wants the photo for more pictures: it stays 24 hours, even if all batches end. */
  keep: z.boolean().exactOptional(),
  /** The user cleared it while a batch was running: hidden, and kept only until that batch ends. */
  putAway: z.boolean().exactOptional(),
  /** One of a folder of photos: the run shows it, the Avatar Creator doesn't. */
  bulk: z.literal(true).exactOptional(),
});
/**
 * A photo being worked on and the choices made for it. The photo itself is stored separately,
 * sealed under a key of its own. It is deleted when its batch is done (unless it is to be kept),
 * when the user clears it, or after 24 hours.
 */
export interface Draft extends Scope, Choices, Row<typeof draftRow> {}

const messageContent = kinds({
  contact: { subject: z.enum(keysOf(CONTACT_SUBJECTS)), email: text, message: text },
  feedback: {
    sentiment: z.enum(['positive', 'negative']),
    text,
    anonymous: z.boolean(),
    email: text.exactOptional(),
  },
});
export type MessageContent = Row<typeof messageContent>;

const messageState = kinds({
  /** Is sent automatically at `nextAt`, or as soon as the network is back. */
  waiting: { attempts: count, nextAt: time },
  /**
   * Isn't sent automatically: the endpoint refused it, it failed for days, or there is no endpoint.
   */
  'needs-you': { why: z.enum(['refused', 'too-long', 'no-endpoint']) },
});
/** How far a message in the outbox has come. A delivered one is deleted. */
export type MessageState = Row<typeof messageState>;

const messageRow = z.strictObject({
  ...scope,
  /** UUID; also the idempotency key that lets the endpoint recognise a message it already has. */
  id: key,
  createdAt: time,
  /** Whether a plan with priority support was bought. */
  priority: z.boolean(),
  content: messageContent,
  state: messageState,
});
/** One message to us, stored before anything is sent. */
export interface OutgoingMessage extends Scope, Row<typeof messageRow> {
  readonly content: MessageContent;
  readonly state: MessageState;
}

const brandKit = z.strictObject({
  /** Whether the kit is in use. */
  on: z.boolean(),
  name: z.string().max(40),
  /** An https address; may be empty. */
  link: z.string().max(200),
  /** '#rrggbb' */
  colour: hexColor,
  /** A PNG as a data: address, at most LOGO_EDGE pixels wide and high. */
  logo: z
    .string()
    .max(400_000)
    .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/)
    .exactOptional(),
});
/** A customer's brand, which replaces the product's own on whatever they share. */
export interface BrandKit extends Row<typeof brandKit> {}

const profileSettings = z.strictObject({
  ...scope,
  id: key,
  ...settingsSchema.shape,
  email: text,
  /** For profiles with 'white-label'; it is kept, unused, if the plan ends. */
  brand: brandKit.exactOptional(),
});
/** A profile's own settings. `id` is the profile's. */
export interface ProfileSettings extends Scope, Row<typeof profileSettings> {}

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

/** The schema of each table's rows, for the store and backups. They transform nothing. */
export const ROW_SCHEMAS: { readonly [T in Table]: z.ZodType<Rows[T]> } = {
  orders: orderRow,
  ledger: ledgerEntry,
  avatars: avatarRow,
  pictures: pictureRow,
  batches: batchRow,
  looks: lookRow,
  drafts: draftRow,
  mints: mintRow,
  mintMaterials: mintMaterialRow,
  messages: messageRow,
  settings: profileSettings,
};
