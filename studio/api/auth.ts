import type { FastifyRequest } from 'fastify';

import type { Database } from '../service/database.ts';
import { findToken, type Scope, type Token } from '../service/tokens.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    token: Token | undefined;
  }
}

/** Addresses that anybody may read. */
export const PUBLIC: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/openapi.json']);

/** A hook that looks up the request's token. @throws Problem 401 outside the public addresses */
export const authenticate =
  (db: Database) =>
  async (request: FastifyRequest): Promise<void> => {
    if (PUBLIC.has(request.url)) return;
    const secret = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    request.token = secret === undefined ? undefined : await findToken(db, secret);
    if (!request.token)
      throw new Problem(
        401,
        'token-unknown',
        'Send a token: Authorization: Bearer lks_… `likeness token add` makes one.',
      );
  };

/** Route options that admit tokens of this scope, and an admin's. */
export const allow = (scope: Scope) => ({
  onRequest: (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
    const scopes = request.token?.scopes ?? [];
    const may = scopes.includes(scope) || scopes.includes('admin');
    done(
      may
        ? undefined
        : new Problem(403, 'scope-missing', `This token may not: it lacks the scope ‘${scope}’.`),
    );
  },
});

/** The token that `authenticate` found. */
export function tokenOf({ token }: FastifyRequest): Token {
  if (!token) throw new Problem(401, 'token-unknown', 'Send a token.');
  return token;
}
