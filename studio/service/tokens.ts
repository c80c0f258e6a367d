import { createHash, randomBytes, randomUUID } from 'node:crypto';

import type { Queryable } from './database.ts';

/** `metrics` shows the whole service's numbers, `admin` everything. */
export const SCOPES = ['read', 'write', 'metrics', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** 256 random bits need no slow hash. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Adds a token and returns its secret, which is shown once and not stored. */
export async function addToken(
  db: Queryable,
  name: string,
  scopes: readonly Scope[],
): Promise<Token & { readonly secret: string }> {
  const id = randomUUID();
  const secret = `lks_${randomBytes(32).toString('base64url')}`;
  await db.query('insert into likeness.tokens (id, name, hash, scopes) values ($1, $2, $3, $4)', [
    id,
    name,
    hashOf(secret),
    [...scopes],
  ]);
  return { id, name, scopes, secret };
}

/** The token with this secret; undefined if there is none or it was revoked. */
export async function findToken(db: Queryable, secret: string): Promise<Token | undefined> {
  const [row] = await db.query<Token>(
    'select id, name, scopes from likeness.tokens where hash = $1 and revoked_at is null',
    [hashOf(secret)],
  );
  return row;
}

/** Those of the tokens that aren't revoked. */
export async function validTokens(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    'select id from likeness.tokens where id = any($1::uuid[]) and revoked_at is null',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export const listTokens = (db: Queryable): Promise<(Token & { created_at: Date })[]> =>
  db.query(
    'select id, name, scopes, created_at from likeness.tokens where revoked_at is null order by created_at',
  );

/** Returns whether there was such a token. Its batches stay. */
export async function revokeToken(db: Queryable, id: string): Promise<boolean> {
  const gone = await db.query(
    'update likeness.tokens set revoked_at = now() where id = $1 and revoked_at is null returning id',
    [id],
  );
  return gone.length > 0;
}
