import { z } from 'zod';

import type { Avatar } from '../avatars.ts';
import { isAddress } from '../base58.ts';
import type { LedgerEntry } from '../credits.ts';
import { LikenessError } from '../errors.ts';
import type { Mint } from '../mints/mint.ts';
import { withAmounts, type Order } from '../orders/order.ts';
import { THUMBNAIL_TYPES } from '../picture-formats.ts';
import { picture } from '../rows/fields.ts';
import { readRow, rowVersion } from '../rows/read-row.ts';
import type { ProfileSettings, Rows, Table } from '../rows/rows.ts';

const time = z.int().nonnegative();
/** Missing in files of the first version, and in rows that haven't changed since. */
const version = z.int().positive().exactOptional();
const row = z.unknown();

/** The first and last records. Without the end, or if its numbers differ, a backup isn't whole. */
const begin = z.strictObject({ kind: z.literal('begin'), madeAt: time });
const end = z.strictObject({
  kind: z.literal('end'),
  rows: z.int().nonnegative(),
  avatars: z.int().nonnegative(),
});

const envelope = z.discriminatedUnion('kind', [
  begin,
  end,
  z.strictObject({ kind: z.literal('settings'), version, row }),
  z.strictObject({ kind: z.literal('order'), version, row }),
  z.strictObject({ kind: z.literal('ledger'), version, row }),
  z.strictObject({ kind: z.literal('mint'), version, row }),
  /** The picture is part of its avatar's record. */
  z.strictObject({
    kind: z.literal('avatar'),
    version,
    row,
    full: picture('image/png'),
    thumb: picture(...THUMBNAIL_TYPES),
  }),
]);

export type BackupRecord =
  | z.output<typeof begin>
  | z.output<typeof end>
  | { readonly kind: 'settings'; readonly row: ProfileSettings }
  | { readonly kind: 'order'; readonly row: Order }
  | { readonly kind: 'ledger'; readonly row: LedgerEntry }
  | { readonly kind: 'mint'; readonly row: Mint }
  | { readonly kind: 'avatar'; readonly row: Avatar; readonly full: Blob; readonly thumb: Blob };

/** The tables that a backup holds rows of, by the kind of their record. */
const TABLES = {
  settings: 'settings',
  order: 'orders',
  ledger: 'ledger',
  mint: 'mints',
  avatar: 'avatars',
} as const satisfies Record<string, Table>;
type RowKind = keyof typeof TABLES;

/** Turns a row, as it was read, into a backup record. */
export const recordOf = <K extends RowKind>(kind: K, row: Rows[(typeof TABLES)[K]]) => ({
  kind,
  version: rowVersion(TABLES[kind]),
  row,
});

const newer = (cause?: unknown): LikenessError => new LikenessError('backup-newer', {}, { cause });

/** Strict: fields unknown to this app would be lost silently, so they are refused. */
function rowOf<T extends Table>(table: T, stored: unknown, version?: number): Rows[T] {
  const reading = readRow(table, stored, version);
  if ('row' in reading) {
    if (reading.unknown) throw newer();
    if (table !== 'settings' && !isAddress(reading.row.genesis))
      throw new RangeError(`not a row of ${table}: of no chain`);
    return reading.row;
  }
  if (reading.problem === 'newer') throw newer();
  throw new RangeError(`not a row of ${table}: ${reading.where}`);
}

/**
 * Whether the value must be from a newer version. The file opened, so some version of the app wrote
 * it; anything this one doesn't know comes from a newer one.
 */
const isNewer = ({ issues }: z.ZodError, value: unknown): boolean => {
  const named =
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string';
  return issues.every(
    ({ code, path }) =>
      code === 'unrecognized_keys' || (named && code === 'invalid_union' && path[0] === 'kind'),
  );
};

/**
 * @throws RangeError if it isn't a backup record
 * @throws LikenessError 'backup-newer' if a newer version wrote it
 */
export function parseRecord(value: unknown): BackupRecord {
  const { data: record, error } = envelope.safeParse(value);
  if (error) {
    if (isNewer(error, value)) throw newer(error);
    throw new RangeError('not a record of a backup', { cause: error });
  }
  switch (record.kind) {
    case 'begin':
    case 'end':
      return record;
    case 'order':
      // Files of the first version store amounts as digits.
      return { kind: 'order', row: rowOf('orders', withAmounts(record.row), record.version) };
    case 'settings':
      return { kind: 'settings', row: rowOf('settings', record.row, record.version) };
    case 'ledger':
      return { kind: 'ledger', row: rowOf('ledger', record.row, record.version) };
    case 'mint': {
      const mint = rowOf('mints', record.row, record.version);
      // Only a final mint keeps an avatar from being minted again.
      if (mint.state.kind !== 'finalized') throw new RangeError('a mint that isn’t final');
      return { kind: 'mint', row: mint };
    }
    case 'avatar':
      return {
        kind: 'avatar',
        row: rowOf('avatars', record.row, record.version),
        full: record.full,
        thumb: record.thumb,
      };
  }
}

/** What a backup holds besides the pictures themselves. */
export interface BackupContents {
  readonly madeAt: number;
  readonly settings: ProfileSettings | undefined;
  readonly orders: readonly Order[];
  readonly ledger: readonly LedgerEntry[];
  readonly mints: readonly Mint[];
  readonly avatars: readonly Avatar[];
}

/** Takes the records in order; `contents` returns what they add up to after the last one. */
export function createReader() {
  let madeAt: number | undefined;
  let ended = false;
  let rows = 0;
  let chosen: ProfileSettings | undefined;
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
