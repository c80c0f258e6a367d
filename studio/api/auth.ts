import type { FastifyRequest } from 'fastify';

import { sha256 } from '../run/journal.ts';
import type { Database } from '../service/database.ts';
import { findToken, type Scope, type Token } from '../service/tokens.ts';
import { Problem, tooMany } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    token: Token | undefined;
  }
  interface FastifyContextConfig {
    /** Answers anybody, without a token. */
    open?: boolean;
  }
}

/** Requests with wrong tokens that an address has each minute. */
const MOST_WRONG = 60;
const WINDOW_MS = 60_000;

const refusal = (): Problem =>
  new Problem(
    401,
    'token-unknown',
    'Send a token: Authorization: Bearer lks_… `likeness token add` makes one.',
  );

/**
 * A hook that looks up the request's token. From an address that sent too many wrong ones it looks
 * up only tokens that were right before, so that guesses neither cost a query each nor shut out
 * who is behind the same proxy.
 * @throws Problem 401 or 429, except at open addresses
 */
export function authenticate(db: Database): (request: FastifyRequest) => Promise<void> {
  const right = new Set<string>();
  const wrong = new Map<string, number>();
  let began = Date.now();
  return async (request) => {
    if (request.routeOptions.config.open === true) return;
    const now = Date.now();
    if (now - began > WINDOW_MS) {
      wrong.clear();
      began = now;
    }
    const secret = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const hash = sha256(secret);
    const count = wrong.get(request.ip) ?? 0;
    if (!right.has(hash)) {
      if (count >= MOST_WRONG) throw tooMany('requests with wrong tokens', WINDOW_MS / 1_000);
      // Requests that come at once count before any of them is answered.
      wrong.set(request.ip, count + 1);
    }
    request.token = secret === '' ? undefined : await findToken(db, secret);
    if (!request.token) {
      right.delete(hash);
      throw refusal();
    }
    if (right.has(hash)) return;
    right.add(hash);
    wrong.set(request.ip, (wrong.get(request.ip) ?? 1) - 1);
  };
}

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
  if (!token) throw refusal();
  return token;
}

/** Whose rows the request may see: its token's own, or for an admin everybody's (undefined). */
export const ownerOf = (request: FastifyRequest): string | undefined => {
  const { id, scopes } = tokenOf(request);
  return scopes.includes('admin') ? undefined : id;
};
