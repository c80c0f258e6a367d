import fc from 'fast-check';

import {
  AVATAR_SIZES,
  THUMBNAIL_TYPES,
  type Avatar,
  type Generated,
  type Picture,
  type Recipe,
  type RecipeOptions,
} from '../../renderer/core/avatars.ts';
import { encodeBase58 } from '../../renderer/core/base58.ts';
import type { Batch, BatchItem } from '../../renderer/core/batches.ts';
import type { BrandKit } from '../../renderer/core/brand-kit.ts';
import type { BulkPerson, BulkRefusal, BulkRun } from '../../renderer/core/bulk.ts';
import type { LedgerEntry } from '../../renderer/core/credits.ts';
import type { Crop } from '../../renderer/core/crop.ts';
import { CUT_OUT_FAULTS } from '../../renderer/core/cut-out-faults.ts';
import type { Choices, Draft, History } from '../../renderer/core/drafts.ts';
import { KINDS } from '../../renderer/core/engines/setup.ts';
import { VERDICT_CODES } from '../../renderer/core/engines/verdict.ts';
import type {
  AskedLook,
  LookRun,
  LookState,
  RejectedPicture,
} from '../../renderer/core/look-runs.ts';
import type {
  MessageContent,
  MessageState,
  OutgoingMessage,
} from '../../renderer/core/messages/message.ts';
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
} from '../../renderer/core/mints/mint.ts';
import { lamports } from '../../renderer/core/money.ts';
import { MOTIONS } from '../../renderer/core/motion.ts';
import type {
  Order,
  OrderState,
  PaymentProof,
  RefundProof,
} from '../../renderer/core/orders/order.ts';
import { PLAN_IDS } from '../../renderer/core/plans.ts';
import type { ProfileSettings, Rows, Table } from '../../renderer/core/rows/rows.ts';
import type { Scope } from '../../renderer/core/scope.ts';
import { STROKE_MODES, STROKE_SIZES, type Stroke } from '../../renderer/core/strokes.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../../renderer/core/styles.ts';
import {
  BATCH_COUNTS,
  CONTACT_SUBJECTS,
  LAST_CHOICE,
  type ContactSubject,
} from '../../renderer/core/validation.ts';

/** Requires every property of a type, including optional ones: a forgotten one doesn't compile. */
type All<T> = { readonly [K in keyof Required<T>]: fc.Arbitrary<Exclude<T[K], undefined>> };
const all = <T>(parts: All<T>, optional: readonly (keyof T)[] = []): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record(parts) },
    {
      weight: 1,
      arbitrary: fc.record(parts, {
        requiredKeys: (Object.keys(parts) as (keyof T)[]).filter((key) => !optional.includes(key)),
      }),
    },
  );

type Kinds<U extends { readonly kind: string }> = {
  readonly [K in U['kind']]: All<Omit<Extract<U, { readonly kind: K }>, 'kind'>>;
};
const anyKind = <U extends { readonly kind: string }>(kinds: Kinds<U>): fc.Arbitrary<U> =>
  fc.oneof(
    ...Object.entries<All<object>>(kinds).map(([kind, parts]) =>
      fc.record({ kind: fc.constant(kind), ...parts }),
    ),
  ) as unknown as fc.Arbitrary<U>;

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const address = bytes(32).map(encodeBase58);
const signature = bytes(64).map(encodeBase58);
const words = fc.string({ unit: 'grapheme', maxLength: 40 });
const key = fc.uuid();
const time = fc.nat(2 ** 42);
const count = fc.nat(1_000_000);
const number = fc.integer({ min: 1, max: 2_000_000 });
const amount = fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });
const sol = amount.map(lamports);
const fraction = fc.double({ min: -10, max: 10, noNaN: true }).map((value) => value + 0);
const reason = fc.constantFrom('network-busy', 'wallet-rejected', 'storage-full');
const base64 = fc.uint8Array({ maxLength: 60 }).map((data) => Buffer.from(data).toString('base64'));
const blob = (...types: readonly string[]) =>
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.constantFrom(...types))
    .map(([data, type]) => new Blob([new Uint8Array(data)], { type }));

const unit = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);
const stroke = all<Stroke>(
  {
    mode: fc.constantFrom(...STROKE_MODES),
    size: fc
      .double({ min: STROKE_SIZES.least, max: STROKE_SIZES.most, noNaN: true })
      .map((value) => value + 0),
    points: fc
      .array(fc.tuple(unit, unit), { minLength: 1, maxLength: 4 })
      .map((points) => points.flat()),
    face: count,
  },
  ['face'],
);
const options = all<RecipeOptions>(
  {
    solidColor: fc.constantFrom('#a0b1c2', '#000000'),
    backdropColor: fc.constantFrom('#c9b8a4', '#ffffff'),
    backdropPicture: fc.constantFrom('A', '/').map((one) => one.repeat(6400)),
    gradient: fc.constantFrom('dusk', 'mint'),
    strength: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    lightAngle: fraction,
    crop: all<Crop>({ zoom: fraction, x: fraction, y: fraction, roll: fraction }),
    face: count,
    strokes: fc.array(stroke, { minLength: 1, maxLength: 3 }),
  },
  [
    'solidColor',
    'backdropColor',
    'backdropPicture',
    'gradient',
    'strength',
    'lightAngle',
    'crop',
    'face',
    'strokes',
  ],
);
const look = {
  style: fc.constantFrom(...STYLE_IDS),
  background: fc.constantFrom(...BACKGROUND_IDS),
  seed: fc.nat(0xffff_ffff),
  options,
};
const recipe = all<Recipe>({ ...look, engine: number });
const engineUsed = { engine: key, kind: fc.constantFrom(...KINDS), model: words };
const verdict = fc.constantFrom(...VERDICT_CODES);
const pictures = { full: blob('image/png'), thumb: blob(...THUMBNAIL_TYPES) };
const asked = { job: key, seed: fc.nat(0xffff_ffff), engineJob: words };
const lookState = anyKind<LookState>({
  planned: {},
  sent: asked,
  received: { ...asked, file: blob('application/octet-stream') },
  lost: { ...asked, code: key },
  unsure: { code: verdict, likeness: fraction, ...pictures },
  kept: {},
  tried: pictures,
  rejected: {},
  failed: { code: key, said: words },
  cancelled: {},
  dismissed: {},
});
const size = fc.constantFrom(...AVATAR_SIZES);
const item = all<PublishedItem>({ id: key, url: words, contentType: key, bytes: count });
const signedPayment = {
  signature,
  payer: address,
  transaction: base64,
  lastValidBlockHeight: count,
};
const signedMint = {
  signature,
  owner: address,
  transaction: base64,
  lastValidBlock: count,
  nonce: count,
};
const blockTime = fc.option(count, { nil: null });

const orderState = anyKind<OrderState>({
  draft: {},
  'awaiting-signature': {
    sendsItself: fc.boolean(),
    closed: fc.boolean(),
    returnsByLink: fc.boolean(),
    askedAt: time,
    payer: address,
    blockhash: address,
    lastValidBlockHeight: count,
  },
  signed: signedPayment,
  submitted: { submittedAt: time, ...signedPayment },
  confirmed: { submittedAt: time, slot: count, ...signedPayment },
  finalized: {
    proof: all<PaymentProof>({
      signature,
      slot: count,
      blockTime,
      payer: address,
      treasury: address,
      lamports: sol,
      fee: sol,
    }),
    refund: all<RefundProof>({ signature, slot: count, blockTime, to: address, lamports: sol }),
  },
  manual: { since: time, signature },
  failed: { reason, signature },
  expired: { signature },
});

const mintState = anyKind<MintState>({
  draft: {},
  'awaiting-signature': {
    sendsItself: fc.boolean(),
    returnsByLink: fc.boolean(),
    askedAt: time,
    owner: address,
    transaction: base64,
    lastValidBlock: count,
  },
  signed: signedMint,
  submitted: { submittedAt: time, ...signedMint },
  confirmed: { submittedAt: time, block: count, ...signedMint },
  finalized: {
    proof: all<MintProof>({
      signature,
      address,
      owner: address,
      block: count,
      blockTime,
      paid: amount,
      fee: amount,
    }),
  },
  failed: { reason, signature, owner: address },
  expired: { signature, owner: address },
});

const content = anyKind<MessageContent>({
  contact: {
    subject: fc.constantFrom(...(Object.keys(CONTACT_SUBJECTS) as ContactSubject[])),
    email: words,
    message: words,
  },
  feedback: {
    sentiment: fc.constantFrom('positive', 'negative'),
    text: words,
    anonymous: fc.boolean(),
    email: words,
  },
});
const messageState = anyKind<MessageState>({
  waiting: { attempts: count, nextAt: time },
  'needs-you': { why: fc.constantFrom('refused', 'too-long', 'no-endpoint') },
});

/** Arbitrary rows of each table in this profile and chain, usually with all optional properties. */
export const anyRow = ({
  profileId,
  genesis,
}: Scope): { readonly [T in Table]: fc.Arbitrary<Rows[T]> } => {
  const scope = { profileId: fc.constant(profileId), genesis: fc.constant(genesis) };
  return {
    orders: all<Order>(
      {
        ...scope,
        id: fc
          .array(fc.constantFrom(...Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')), {
            minLength: 20,
            maxLength: 20,
          })
          .map((letters) => `LK-${letters.join('')}`),
        plan: fc.constantFrom(...PLAN_IDS),
        priceBook: number,
        price: sol,
        credits: number,
        treasury: address,
        reference: address,
        manualAmount: sol,
        sinceSlot: count,
        createdAt: time,
        updatedAt: time,
        amountShown: fc.boolean(),
        amountSeenUntil: signature,
        referenceSeenUntil: signature,
        refundSeenUntil: signature,
        draftId: key,
        restore: key,
        state: orderState,
      },
      [
        'amountShown',
        'amountSeenUntil',
        'referenceSeenUntil',
        'refundSeenUntil',
        'draftId',
        'restore',
      ],
    ),
    ledger: all<LedgerEntry>(
      {
        ...scope,
        id: key,
        kind: fc.constantFrom(
          'grant',
          'reserve',
          'consume',
          'release',
          'refund',
          'return',
          'animate',
        ),
        amount: count,
        cause: key,
        at: time,
        restore: key,
      },
      ['restore'],
    ),
    avatars: all<Avatar>(
      {
        ...scope,
        id: number,
        uid: key,
        name: words,
        recipe,
        size,
        bytes: number,
        likeness: fraction,
        softened: fc.boolean(),
        createdAt: time,
        downloads: count,
        shares: count,
        liked: fc.boolean(),
        batchId: key,
        mendedAt: time,
        generated: all<Generated>({ look: key, version: number, ...engineUsed }, ['model']),
      },
      ['shares', 'mendedAt', 'generated'],
    ),
    pictures: all<Picture>({
      ...scope,
      uid: key,
      full: blob('image/png'),
      thumb: blob(...THUMBNAIL_TYPES),
    }),
    batches: all<Batch>(
      {
        ...scope,
        id: key,
        draftId: key,
        size,
        state: fc.constantFrom('running', 'paused', 'done', 'cancelled'),
        items: fc.array(
          all<BatchItem>(
            {
              uid: key,
              avatarId: number,
              name: words,
              recipe,
              draftId: key,
              state: fc.constantFrom('waiting', 'done', 'failed', 'cancelled'),
              reason,
              repaint: fc.constant(true),
            },
            ['reason', 'draftId', 'repaint'],
          ),
          { maxLength: 3 },
        ),
        pausedFor: reason,
        createdAt: time,
        msPerAvatar: fraction,
        bulk: all<BulkRun>({
          people: fc.array(all<BulkPerson>({ draftId: key, name: words }), { maxLength: 2 }),
          refused: fc.array(all<BulkRefusal>({ fileName: words, reason }), { maxLength: 2 }),
        }),
      },
      ['pausedFor', 'msPerAvatar', 'bulk'],
    ),
    looks: all<LookRun>(
      {
        ...scope,
        id: key,
        draftId: key,
        avatarId: number,
        name: words,
        look: all<AskedLook>({
          id: key,
          version: number,
          check: fc.constantFrom('face', 'shape'),
          instruction: words,
          description: words,
        }),
        engine: all<LookRun['engine']>(engineUsed, ['model']),
        recipe,
        attempt: number,
        rejected: fc.array(
          all<RejectedPicture>({ code: verdict, thumb: blob(...THUMBNAIL_TYPES) }),
          { maxLength: 3 },
        ),
        trial: fc.constant(true),
        createdAt: time,
        state: lookState,
      },
      ['trial'],
    ),
    drafts: all<Draft>(
      {
        ...scope,
        ...look,
        id: key,
        fileName: words,
        width: number,
        height: number,
        maxSize: size,
        animated: fc.constant(true),
        faceBox: fc.record({ x: fraction, y: fraction, width: fraction, height: fraction }),
        faults: fc.subarray([...CUT_OUT_FAULTS]),
        history: all<History>({
          past: fc.array(all<Choices>(look), { maxLength: 2 }),
          future: fc.array(all<Choices>(look), { maxLength: 2 }),
        }),
        createdAt: time,
        batchIds: fc.array(key, { maxLength: 3 }),
        lookIds: fc.array(key, { maxLength: 3 }),
        keep: fc.boolean(),
        putAway: fc.boolean(),
        bulk: fc.constant(true),
      },
      [
        'maxSize',
        'animated',
        'faceBox',
        'faults',
        'history',
        'batchIds',
        'lookIds',
        'keep',
        'putAway',
        'bulk',
      ],
    ),
    mints: all<Mint>(
      {
        ...scope,
        id: key,
        series: key,
        avatarUid: key,
        avatarId: number,
        chain: fc.constantFrom(...MINT_CHAINS),
        details: all<MintDetails>(
          {
            name: words,
            description: words,
            traits: fc.array(all<Trait>({ name: words, value: words }), { maxLength: 3 }),
            symbol: fc.constantFrom('NORTH', 'A1'),
            living: all<MintMotion>({
              motion: fc.constantFrom(...MOTIONS),
              strength: fc.constantFrom(0.25, 0.8, 1),
            }),
          },
          ['symbol', 'living'],
        ),
        key: address,
        price: amount,
        treasury: address,
        media: all<MintMedia>(
          {
            picture: item,
            animation: item,
            metadata: item,
            published: fc.boolean(),
            unnamed: fc.constant(true),
          },
          ['animation', 'unnamed'],
        ),
        outstanding: all<Outstanding>(
          {
            owner: address,
            since: time,
            transaction: fc.record({ signature, nonce: count }),
            letGo: fc.constant(true),
          },
          ['transaction', 'letGo'],
        ),
        createdAt: time,
        updatedAt: time,
        state: mintState,
      },
      ['media', 'outstanding'],
    ),
    mintMaterials: all<MintMaterial>(
      {
        ...scope,
        id: key,
        secret: base64,
        picture: blob('image/webp'),
        animation: blob('video/mp4'),
        animationId: key,
        metadata: words,
        sending: fc.constant(true),
        createdAt: time,
      },
      ['picture', 'animation', 'animationId', 'metadata', 'sending'],
    ),
    messages: all<OutgoingMessage>({
      ...scope,
      id: key,
      createdAt: time,
      priority: fc.boolean(),
      content,
      state: messageState,
    }),
    settings: all<ProfileSettings>(
      {
        ...scope,
        id: fc.constant(profileId),
        email: fc.constantFrom('', 'ada@example.com'),
        style: fc.constantFrom(LAST_CHOICE, ...STYLE_IDS),
        background: fc.constantFrom(LAST_CHOICE, ...BACKGROUND_IDS),
        count: fc.constantFrom(...BATCH_COUNTS),
        samples: fc.boolean(),
        brand: all<BrandKit>(
          {
            on: fc.boolean(),
            name: fc.string({ maxLength: 40 }),
            link: fc.constantFrom('', 'https://brand.example'),
            colour: fc.constantFrom('#1a1714', '#43389c'),
            logo: fc.constant('data:image/png;base64,iVBORw0KGgo='),
          },
          ['logo'],
        ),
      },
      ['brand'],
    ),
  };
};
