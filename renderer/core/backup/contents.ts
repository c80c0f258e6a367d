import { z } from 'zod';

import { AVATAR_SIZES, type Avatar } from '../avatars.ts';
import { isAddress } from '../base58.ts';
import type { LedgerEntry } from '../credits.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../looks.ts';
import { MINT_CHAINS, type Mint } from '../mints/mint.ts';
import type { Order } from '../orders/order.ts';
import { decodeOrder } from '../orders/stored-order.ts';
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from '../validation.ts';

/** Every row is checked field by field: a backup is a file from anywhere. */
const text = z.string().max(2_000);
const key = z.string().min(1).max(200);
const time = z.int().nonnegative();
const scope = { profileId: key, genesis: z.string().refine(isAddress) };

const options = z.strictObject({
  solidColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .exactOptional(),
  gradient: key.exactOptional(),
  strength: z.number().min(0).max(1).exactOptional(),
  lightAngle: z.number().exactOptional(),
  crop: z
    .strictObject({ zoom: z.number(), x: z.number(), y: z.number(), roll: z.number() })
    .exactOptional(),
  face: z.int().nonnegative().exactOptional(),
});

const avatar = z.strictObject({
  ...scope,
  id: z.int().positive(),
  uid: key,
  name: text,
  recipe: z.strictObject({
    style: z.enum(STYLE_IDS),
    background: z.enum(BACKGROUND_IDS),
    seed: z.int().min(0).max(0xffff_ffff),
    options,
    engine: z.int().positive(),
  }),
  size: z.literal(AVATAR_SIZES),
  bytes: z.int().positive(),
  likeness: z.number(),
  softened: z.boolean(),
  createdAt: time,
  downloads: z.int().nonnegative(),
  liked: z.boolean(),
  batchId: key,
}) satisfies z.ZodType<Avatar>;

const ledgerEntry = z.strictObject({
  ...scope,
  id: key,
  kind: z.enum(['grant', 'reserve', 'consume', 'release', 'refund']),
  amount: z.int().nonnegative(),
  cause: key,
  at: time,
}) satisfies z.ZodType<LedgerEntry>;

/** A mint that is final: what keeps an avatar from being minted again. */
const publishedItem = z.strictObject({
  id: key,
  url: text,
  contentType: key,
  bytes: z.int().nonnegative(),
});
const mint = z.strictObject({
  ...scope,
  id: key,
  series: key,
  avatarUid: key,
  avatarId: z.int().positive(),
  chain: z.enum(MINT_CHAINS),
  details: z.strictObject({
    name: text,
    description: text,
    traits: z.array(z.strictObject({ name: text, value: text })).max(50),
  }),
  key,
  price: z.bigint(),
  treasury: key,
  media: z
    .strictObject({ picture: publishedItem, metadata: publishedItem, published: z.boolean() })
    .exactOptional(),
  createdAt: time,
  updatedAt: time,
  state: z.strictObject({
    kind: z.literal('finalized'),
    proof: z.strictObject({
      signature: key,
      address: key,
      owner: key,
      block: time,
      blockTime: z.int().nullable(),
      paid: z.bigint(),
      fee: z.bigint(),
    }),
  }),
}) satisfies z.ZodType<Mint>;

const settings = z.preprocess(
  (value) => ({ ...DEFAULT_SETTINGS, ...(typeof value === 'object' ? value : {}) }),
  settingsSchema,
);

/** What a backup begins and ends with: without the end, or with other numbers, it isn't whole. */
const begin = z.strictObject({ kind: z.literal('begin'), madeAt: time });
const end = z.strictObject({
  kind: z.literal('end'),
  rows: z.int().nonnegative(),
  avatars: z.int().nonnegative(),
});

/** A picture file of one of these types. */
const isPicture = (...types: readonly string[]) =>
  z.custom<{ readonly size: number; readonly type: string }>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'size' in value &&
      'type' in value &&
      types.includes(String(value.type)) &&
      Number(value.size) > 0,
  );

const record = z.discriminatedUnion('kind', [
  begin,
  end,
  z.strictObject({ kind: z.literal('settings'), row: settings }),
  z.strictObject({
    kind: z.literal('order'),
    row: z.unknown().transform((row) => decodeOrder(row)),
  }),
  z.strictObject({ kind: z.literal('ledger'), row: ledgerEntry }),
  z.strictObject({ kind: z.literal('mint'), row: mint }),
  /** The picture comes with its avatar: a PNG, and a thumbnail in what its browser writes. */
  z.strictObject({
    kind: z.literal('avatar'),
    row: avatar,
    full: isPicture('image/png'),
    thumb: isPicture('image/webp', 'image/jpeg', 'image/png'),
  }),
]);
export type BackupRecord = z.output<typeof record>;

/** @throws ZodError on what isn't a record of a backup */
export const parseRecord = (value: unknown): BackupRecord => record.parse(value);

/** What a backup holds beside the pictures themselves. */
export interface BackupContents {
  readonly madeAt: number;
  readonly settings: Settings | undefined;
  readonly orders: readonly Order[];
  readonly ledger: readonly LedgerEntry[];
  readonly mints: readonly Mint[];
  readonly avatars: readonly Avatar[];
}

/** Takes the records in their order; `contents` gives what they say once the last one came. */
export function createReader() {
  let madeAt: number | undefined;
  let ended = false;
  let rows = 0;
  let chosen: Settings | undefined;
  const orders: Order[] = [];
  const ledger: LedgerEntry[] = [];
  const mints: Mint[] = [];
  const avatars = new Map<string, Avatar>();
  const odd = (what: string): never => {
    throw new RangeError(`not a whole backup: ${what}`);
  };
  return {
    take(one: BackupRecord): void {
      if (ended) odd('something stands behind its end');
      if ((madeAt === undefined) !== (one.kind === 'begin'))
        odd('its beginning isn’t at the beginning');
      if (one.kind === 'begin') madeAt = one.madeAt;
      else if (one.kind === 'end') {
        if (one.rows !== rows || one.avatars !== avatars.size) odd('rows are missing');
        ended = true;
      } else {
        rows += 1;
        if (one.kind === 'settings') chosen = one.row;
        if (one.kind === 'order') orders.push(one.row);
        if (one.kind === 'ledger') ledger.push(one.row);
        if (one.kind === 'mint') mints.push(one.row);
        if (one.kind === 'avatar') {
          if (avatars.has(one.row.uid)) odd('an avatar stands in it twice');
          avatars.set(one.row.uid, one.row);
        }
      }
    },
    contents(): BackupContents {
      if (madeAt === undefined || !ended) return odd('its end is missing');
      return { madeAt, settings: chosen, orders, ledger, mints, avatars: [...avatars.values()] };
    },
  };
}
