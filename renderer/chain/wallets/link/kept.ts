import { z } from 'zod';

import { isAddress } from '../../../core/base58.ts';
import type { KeyValue } from '../saved.ts';

const SESSION_KEY = 'phantomLink';
const REQUESTS_KEY = 'phantomLinkRequests';
const NONCES_KEY = 'phantomLinkNonces';
/** How many answers are remembered, the newest. */
const MOST_NONCES = 1_000;
/** Answers to older requests are refused. */
export const REQUEST_LIFE_MS = 10 * 60 * 1_000;

const key = z.string().refine(isAddress);

const sessionSchema = z.object({
  /** Our x25519 secret key, and Phantom's public key. */
  secret: key,
  publicKey: key,
  phantomKey: key,
  /** Phantom's session token, sealed into each request. */
  token: z.string().min(1),
  address: key,
});
export type LinkSession = z.infer<typeof sessionSchema>;

/**
 * An open request. It holds the keys for its answer, so that the answer can be read even if the
 * session ended in the meantime.
 */
const requestSchema = z.object({
  state: z.string().min(1),
  method: z.enum(['connect', 'signTransaction', 'signMessage', 'disconnect']),
  askedAt: z.number(),
  secret: key,
  publicKey: key,
  phantomKey: key.optional(),
  purpose: z.object({ kind: z.literal('order'), orderId: z.string() }).optional(),
  /** App path to continue at. */
  backTo: z.string().startsWith('/'),
});
export type LinkRequest = z.infer<typeof requestSchema>;

function read<T>(storage: KeyValue, name: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(storage.getItem(name) ?? 'null'));
  } catch {
    return undefined; // Not ours, or from an older version: ignore it and connect again.
  }
}

export const readSession = (storage: KeyValue): LinkSession | undefined =>
  read(storage, SESSION_KEY, sessionSchema);
export const writeSession = (storage: KeyValue, session: LinkSession): void =>
  storage.setItem(SESSION_KEY, JSON.stringify(session));
export const forgetSession = (storage: KeyValue): void => storage.removeItem(SESSION_KEY);

const open = (storage: KeyValue, now: number): readonly LinkRequest[] =>
  (read(storage, REQUESTS_KEY, z.array(requestSchema)) ?? []).filter(
    ({ askedAt }) => askedAt <= now && now - askedAt < REQUEST_LIFE_MS,
  );

function write(storage: KeyValue, requests: readonly LinkRequest[]): void {
  if (requests.length > 0) storage.setItem(REQUESTS_KEY, JSON.stringify(requests));
  else storage.removeItem(REQUESTS_KEY);
}

export const keepRequest = (storage: KeyValue, request: LinkRequest): void =>
  write(storage, [...open(storage, request.askedAt), request]);

/** The open request with this state. */
export const findRequest = (
  storage: KeyValue,
  state: string,
  now: number,
): LinkRequest | undefined => open(storage, now).find((request) => request.state === state);

/** Ends the request with this state: no answer to it is taken any more. */
export const endRequest = (storage: KeyValue, state: string, now: number): void =>
  write(
    storage,
    open(storage, now).filter((request) => request.state !== state),
  );

/**
 * Whether no answer with this nonce was taken before; from now on one was. Phantom seals no two
 * answers with one nonce, and nothing in an answer says which request it belongs to.
 */
export function takeNonce(storage: KeyValue, nonce: string): boolean {
  const used = read(storage, NONCES_KEY, z.array(z.string())) ?? [];
  if (used.includes(nonce)) return false;
  storage.setItem(NONCES_KEY, JSON.stringify([...used, nonce].slice(-MOST_NONCES)));
  return true;
}
