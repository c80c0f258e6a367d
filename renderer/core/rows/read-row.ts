import type { z } from 'zod';

import { DEFAULT_SETTINGS } from '../validation.ts';
import { ROW_SCHEMAS, type Rows, type Table } from './rows.ts';

type Loose = Readonly<Record<string, unknown>>;
/** Takes a row from one version to the next. */
type Step = (row: Loose) => Loose;

/**
 * How rows of earlier versions become current ones: the first step takes version 1 to 2, and so on.
 * If a row's shape changes in a way that its schema doesn't allow for, add a step at the end; never
 * edit a published one. Each step has its test on a real row of the version it starts from.
 */
const STEPS: Readonly<Partial<Record<Table, readonly Step[]>>> = {
  // The first versions had fewer settings.
  settings: [(row) => ({ ...DEFAULT_SETTINGS, ...row })],
};

/** The version of rows that don't say theirs. */
export const FIRST_VERSION = 1;

/** The version that a table's rows are written in. */
export const rowVersion = (table: Table): number => FIRST_VERSION + (STEPS[table]?.length ?? 0);

/** Why a row can't be read: a newer app wrote it, or it is damaged. */
export type RowProblem = 'newer' | 'damaged';

export type RowReading<T extends Table> =
  | { readonly row: Rows[T]; readonly unknown: boolean }
  | {
      readonly problem: RowProblem;
      /** Which fields, never their values. */ readonly where: string;
    };

const isUnknownKeys = ({ issues }: z.ZodError): boolean =>
  issues.every(({ code }) => code === 'unrecognized_keys');

/** The paths of the faulty fields, with the kind of fault: 'recipe.style invalid_value'. */
const places = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.map(String).join('.') || 'row'} ${code}`)
    .join(', ');

/**
 * Upgrades a stored row to the current version and checks it field by field. `unknown` says that it
 * has fields this app doesn't know: they are kept with the row.
 */
export function readRow<T extends Table>(
  table: T,
  stored: unknown,
  version: number = FIRST_VERSION,
): RowReading<T> {
  if (version > rowVersion(table)) return { problem: 'newer', where: `version ${String(version)}` };
  if (typeof stored !== 'object' || stored === null) return { problem: 'damaged', where: 'row' };
  let row = stored as Loose;
  try {
    for (const step of STEPS[table]?.slice(version - FIRST_VERSION) ?? []) row = step(row);
  } catch {
    // The caller sets the row aside and tells the user.
    return { problem: 'damaged', where: 'row' };
  }
  const { error } = ROW_SCHEMAS[table].safeParse(row);
  if (error && !isUnknownKeys(error)) return { problem: 'damaged', where: places(error) };
  // The schemas transform nothing, so the row itself is what they allow.
  return { row: row as unknown as Rows[T], unknown: error !== undefined };
}
