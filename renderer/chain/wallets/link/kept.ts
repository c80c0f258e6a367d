import { z } from 'zod';

import { isAddress } from '../../../core/base58.ts';
import type { KeyValue } from '../saved.ts';

const SESSION_KEY = 'phantomLink';
const REQUESTS_KEY = 'phantomLinkRequests';
/** After this an answer is no longer taken. */
export const REQUEST_LIFE_MS = 10 * 60 * 1_000;

const key = z.string().refine(isAddress);

const sessionSchema = z.object({
  /** Our x25519 key, and Phantom's. */
  secret: key,
  publicKey: key,
  phantomKey: key,
  /** Phantom's token, sealed into each request. */
  token: z.string().min(1),
  address: key,
});
export type LinkSession = z.infer<typeof sessionSchema>;

const purposeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), orderId: z.string() }),
  z.object({ kind: z.literal('mint'), mintId: z.string() }),
]);

/**
 * What is waited for. It holds the keys that its answer is sealed with, so that an answer can be
 * read even if the session ended meanwhile.
 */
const requestSchema = z.object({
  state: z.string().min(1),
  method: z.enum(['connect', 'signTransaction', 'signMessage', 'disconnect']),
  askedAt: z.number(),
  secret: key,
  publicKey: key,
  phantomKey: key.optional(),
  purpose: purposeSchema.optional(),
  /** Path of the app to go on at. */
  backTo: z.string().startsWith('/'),
});
export type LinkRequest = z.infer<typeof requestSchema>;

function read<T>(storage: KeyValue, name: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(storage.getItem(name) ?? 'null'));
  } catch {
    return undefined; // Not ours, or of an older version: the link is made anew.
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

/** The open request of this state, which can't be taken a second time. */
export function takeRequest(
  storage: KeyValue,
  state: string,
  now: number,
): LinkRequest | undefined {
  const requests = open(storage, now);
  write(
    storage,
    requests.filter((request) => request.state !== state),
  );
  return requests.find((request) => request.state === state);
}
