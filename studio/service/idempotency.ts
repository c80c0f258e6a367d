import type { Queryable } from './database.ts';

/** The least time that keys are kept, in hours, however soon their batches are removed. */
const KEPT_HOURS = 24;

/** The answer to the first request with an Idempotency-Key, which the later ones get as well. */
export interface KeptAnswer {
  /** SHA-256 over all that was sent, hex: the same key with other contents is a mistake. */
  readonly body_hash: string;
  /** The HTTP status. */
  readonly status: number;
  readonly body: object;
}

/**
 * Keeps an answer, unless the key has one. Waits for a transaction that is about to keep one.
 * @returns the answer that the key had before, if any
 */
export async function keepAnswer(
  db: Queryable,
  token: string,
  key: string,
  { body_hash: hash, status, body }: KeptAnswer,
): Promise<KeptAnswer | undefined> {
  const added = await db.query(
    `insert into likeness.idempotency_keys (token_id, key, body_hash, status, body)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning key`,
    [token, key, hash, status, JSON.stringify(body)],
  );
  if (added.length > 0) return undefined;
  const [first] = await db.query<KeptAnswer>(
    'select body_hash, status, body from likeness.idempotency_keys where token_id = $1 and key = $2',
    [token, key],
  );
  return first;
}

/** Removes keys that were used that many hours ago, or a day. */
export const removeKeys = (db: Queryable, hours: number) =>
  db.query(
    'delete from likeness.idempotency_keys where created_at < now() - make_interval(hours => $1)',
    [Math.max(hours, KEPT_HOURS)],
  );
