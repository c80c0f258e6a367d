import { StudioError } from '../failures.ts';
import type { Queryable } from './database.ts';

/** The avatars that all verified purchases cover; undefined on the sandbox, which has no limit. */
export type Allowance = () => number | undefined;

/**
 * Counts a picture, once per key. Call it in the transaction that stores the picture.
 * @throws StudioError 'plan' if none is left
 */
export async function spend(db: Queryable, key: string, allowance: Allowance): Promise<void> {
  const known = await db.query(
    'insert into likeness.spent (key) values ($1) on conflict do nothing returning key',
    [key],
  );
  if (known.length === 0) return;
  const [row] = await db.query<{ used: number }>(
    'update likeness.allowance set used = used + 1 where id = 1 returning used',
  );
  const covered = allowance();
  if (covered !== undefined && (row?.used ?? 0) > covered) throw noneLeft(covered);
}

export const noneLeft = (covered = 0): StudioError =>
  new StudioError(
    'plan',
    `All ${covered.toLocaleString('en')} avatars of the purchases named here are used. Add another Pro purchase to LIKENESS_PURCHASES.`,
  );

/** @throws StudioError 'plan' if none is left */
export async function checkLeft(db: Queryable, allowance: Allowance): Promise<void> {
  const covered = allowance();
  if (covered !== undefined && (await usedAvatars(db)) >= covered) throw noneLeft(covered);
}

/** The number of avatars counted so far. */
export async function usedAvatars(db: Queryable): Promise<number> {
  const [row] = await db.query<{ used: number }>(
    'select used from likeness.allowance where id = 1',
  );
  return row?.used ?? 0;
}
