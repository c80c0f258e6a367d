import type { z } from 'zod';

import { DEFAULT_SETTINGS } from '../validation.ts';
import { ROW_SCHEMAS, type Rows, type Table } from './rows.ts';

type Loose = Readonly<Record<string, unknown>>;
/** Takes a row from one version to the next. */
export type Step = (row: Loose) => Loose;
export type Steps = { readonly [T in Table]: readonly Step[] };

/**
 * How rows of earlier versions become today's: the first step takes version 1 to 2, and so on. A
 * change of a row's shape that its schema doesn't allow for is a new step at the end, never an
 * edit of one that was published. Each has its test on a real row of the version that it takes.
 */
export const STEPS: Steps = {
  orders: [],
  ledger: [],
  avatars: [],
  pictures: [],
  batches: [],
  drafts: [],
  mints: [],
  mintMaterials: [],
  messages: [],
  // The first versions kept fewer settings.
  settings: [(row) => ({ ...DEFAULT_SETTINGS, ...row })],
};

/** Of rows without one. */
export const FIRST_VERSION = 1;

/** The version in which a table's rows are written. */
export const rowVersion = (table: Table, steps: Steps = STEPS): number =>
  FIRST_VERSION + steps[table].length;

/** Why a row can't be read: it is of a newer app, or not what it should be. */
export type RowProblem = 'newer' | 'damaged';

export type RowReading<T extends Table> =
  | { readonly row: Rows[T]; readonly unknown: boolean }
  | {
      readonly problem: RowProblem;
      /** Which fields, never what they hold. */ readonly where: string;
    };

const isUnknownKeys = ({ issues }: z.ZodError): boolean =>
  issues.every(({ code }) => code === 'unrecognized_keys');

/** The paths of what is wrong, with the kind of fault: 'recipe.style invalid_value'. */
const places = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.map(String).join('.') || 'row'} ${code}`)
    .join(', ');

/**
 * A row as it was stored, taken to today's version and checked field by field. `unknown` says that
 * it brings more than this app knows: it is kept with the row.
 */
export function readRow<T extends Table>(
  table: T,
  stored: unknown,
  version: number = FIRST_VERSION,
  steps: Steps = STEPS,
): RowReading<T> {
  if (version > rowVersion(table, steps))
    return { problem: 'newer', where: `version ${String(version)}` };
  if (typeof stored !== 'object' || stored === null) return { problem: 'damaged', where: 'row' };
  let row = stored as Loose;
  try {
    for (const step of steps[table].slice(version - FIRST_VERSION)) row = step(row);
  } catch {
    // The row is set aside, and the user is told of it.
    return { problem: 'damaged', where: 'row' };
  }
  const { error } = ROW_SCHEMAS[table].safeParse(row);
  if (error && !isUnknownKeys(error)) return { problem: 'damaged', where: places(error) };
  // The schemas change nothing: the row itself is what they allow.
  return { row: row as unknown as Rows[T], unknown: error !== undefined };
}
