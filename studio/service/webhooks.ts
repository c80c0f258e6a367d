import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';

import { send } from '../../engine-host/outbound.ts';
import type { BatchState, Webhook } from './batches.ts';
import type { Database, Queryable } from './database.ts';
import { OutOfReach, type Reach } from './reach.ts';

const TIMEOUT_MS = 10_000;
const IDLE_MS = 1_000;
/** A delivery whose process died meanwhile is tried again after this. */
const CLAIM_SECONDS = 60;
/** Calls at a time by one process, in all, for one token, and to one host. */
const MOST = { calls: 32, ofToken: 4, toHost: 4 } as const;
/** The attempts of a delivery that are kept; a resent one may have more. */
const ATTEMPTS_KEPT = 50;
/** A week: time to see a delivery that has failed for three days, and to send it again. */
const KEPT_HOURS = 168;

const FIRST_RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 8 * 60 * 60;
/** With the delays below, over about three days. */
export const RETRIES = 17;

/** Seconds until the next attempt after so many failures; undefined after the last. */
export const retryAfter = (failures: number, random = Math.random): number | undefined =>
  failures > RETRIES
    ? undefined
    : Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 3 ** (failures - 1)) *
      (0.9 + 0.2 * random());

/** 't=<unix seconds>,v1=<hex>': HMAC-SHA-256 over '<t>.<body>' with the batch's secret. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
/** Why an attempt had no answer. */
export const ATTEMPT_ERRORS = ['timed-out', 'unreachable', 'address-inside'] as const;

export interface Attempt {
  /** ISO 8601. */
  readonly at: string;
  /** Of the answer; null if there was none. */
  readonly status: number | null;
  readonly error: (typeof ATTEMPT_ERRORS)[number] | null;
}

/** A call of a batch's webhook, with its attempts so far. */
export interface Delivery {
  readonly id: string;
  readonly batch_id: string;
  readonly webhook: Webhook;
  readonly body: string;
  readonly state: (typeof DELIVERY_STATES)[number];
  readonly attempts: readonly Attempt[];
  /** Null if no further attempt is planned. */
  readonly next_at: Date | null;
  readonly created_at: Date;
}

const COLUMNS = 'id, batch_id, webhook, body, state, attempts, next_at, created_at';

/** Adds the delivery of an ended batch with a webhook; at most one for each batch. */
export async function addDelivery(db: Queryable, batch: string): Promise<void> {
  const [row] = await db.query<{
    state: BatchState;
    token_id: string;
    webhook: Webhook;
    finished_at: Date;
  }>('select state, token_id, webhook, finished_at from likeness.batches where id = $1', [batch]);
  if (!row) return;
  const id = randomUUID();
  const body = JSON.stringify({
    id,
    event: `batch.${row.state}`,
    batch,
    finishedAt: row.finished_at.toISOString(),
  });
  await db.query(
    `insert into likeness.deliveries (id, batch_id, token_id, webhook, host, body)
     values ($1, $2, $3, $4, $5, $6) on conflict (batch_id) do nothing`,
    [id, batch, row.token_id, JSON.stringify(row.webhook), new URL(row.webhook.url).host, body],
  );
}

/**
 * Deliveries, the newest first.
 * @param token the owner they must have; undefined for an admin
 * @param after the one that precedes the first
 */
export const listDeliveries = (
  db: Queryable,
  token: string | undefined,
  {
    batch,
    state,
    after,
    limit,
  }: {
    readonly batch?: string | undefined;
    readonly state?: Delivery['state'] | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<Delivery[]> =>
  db.query(
    `select ${COLUMNS} from likeness.deliveries
     where ($1::uuid is null or token_id = $1) and ($2::uuid is null or batch_id = $2)
     and ($3::text is null or state = $3) and ($4::uuid is null or (created_at, id) < (
       select created_at, id from likeness.deliveries where id = $4))
     order by created_at desc, id desc limit $5`,
    [token ?? null, batch ?? null, state ?? null, after ?? null, limit],
  );

/** @param token the owner it must have; undefined for an admin */
export async function readDelivery(
  db: Queryable,
  id: string,
  token: string | undefined,
): Promise<Delivery | undefined> {
  const [row] = await db.query<Delivery>(
    `select ${COLUMNS} from likeness.deliveries where id = $1 and ($2::uuid is null or token_id = $2)`,
    [id, token ?? null],
  );
  return row;
}

/** Has a delivery tried at once, whatever its state, and begins its retries anew. */
export const resendDelivery = (db: Queryable, id: string) =>
  db.query(
    `update likeness.deliveries set state = 'waiting', failures = 0, next_at = now() where id = $1`,
    [id],
  );

/** Removes deliveries that are no longer tried and were added that many hours ago. */
export const removeDeliveries = (db: Queryable, hours: number) =>
  db.query(
    `delete from likeness.deliveries where state <> 'waiting'
     and created_at < now() - make_interval(hours => $1)`,
    [Math.max(hours, KEPT_HOURS)],
  );

/** What calling webhooks takes. */
interface Deps {
  readonly db: Database;
  readonly reach: Reach;
  readonly log: (text: string) => void;
}
interface Due {
  readonly id: string;
  readonly token_id: string;
  readonly host: string;
  readonly webhook: Webhook;
  readonly body: string;
  readonly failures: number;
  /** When it is due again if nothing comes of this attempt. A resend changes it. */
  readonly again_at: string;
}

/**
 * Calls webhooks as they become due until the signal aborts. They run side by side, few for each
 * token and host, so that one that hangs delays only its own.
 */
export async function deliverWebhooks(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const calls = new Map<Due, Promise<void>>();
  /** The keys that this many calls or more have. */
  const full = (keyOf: (due: Due) => string, most: number): string[] => {
    const keys = [...calls.keys()].map(keyOf);
    return [...new Set(keys)].filter((key) => keys.filter((one) => one === key).length >= most);
  };
  const failed = (thrown: unknown): void =>
    log(`Webhooks: ${thrown instanceof Error ? thrown.message : 'something unexpected'}`);

  while (!signal.aborted) {
    const due =
      calls.size < MOST.calls
        ? await claim(
            db,
            full(({ token_id: token }) => token, MOST.ofToken),
            full(({ host }) => host, MOST.toHost),
          ).catch(failed)
        : undefined;
    if (due) {
      const call = deliver(deps, due, signal)
        .catch(failed)
        .finally(() => calls.delete(due));
      calls.set(due, call);
      continue;
    }
    const woken = new AbortController();
    // A call that ends frees its place for the next.
    await Promise.race([
      rest(IDLE_MS, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(
        () => undefined,
      ),
      ...calls.values(),
    ]);
    woken.abort();
  }
  await Promise.all(calls.values());
}

/** Takes the delivery that is due first, unless its token or host has enough calls. */
async function claim(
  db: Queryable,
  tokens: readonly string[],
  hosts: readonly string[],
): Promise<Due | undefined> {
  const [due] = await db.query<Due>(
    `update likeness.deliveries set next_at = now() + make_interval(secs => $3) where id = (
       select id from likeness.deliveries where state = 'waiting' and next_at <= now()
       and not token_id = any($1::uuid[]) and not host = any($2::text[])
       order by next_at limit 1 for update skip locked
     ) returning id, token_id, host, webhook, body, failures, next_at::text again_at`,
    [tokens, hosts, CLAIM_SECONDS],
  );
  return due;
}

/** Makes one attempt and plans the next, unless the delivery was resent meanwhile. */
async function deliver({ db, reach, log }: Deps, due: Due, signal: AbortSignal): Promise<void> {
  const at = new Date().toISOString();
  const outcome = await attempt(due, reach, signal);
  if (signal.aborted && outcome.status === null) {
    // The end of this process says nothing about the receiver.
    await db.query('update likeness.deliveries set next_at = now() where id = $1', [due.id]);
    return;
  }
  const { status, error } = outcome;
  const isTaken = status !== null && status >= 200 && status < 300;
  // An address inside stays inside.
  const wait = isTaken || error === 'address-inside' ? undefined : retryAfter(due.failures + 1);
  await db.query(
    `update likeness.deliveries set
     attempts = case when jsonb_array_length(attempts) < $2 then attempts else attempts - 0 end || $3::jsonb
     where id = $1`,
    [due.id, ATTEMPTS_KEPT, JSON.stringify([{ at, status, error } satisfies Attempt])],
  );
  await db.query(
    `update likeness.deliveries set state = $3, failures = failures + $4,
     next_at = now() + make_interval(secs => $5) where id = $1 and next_at = $2::timestamptz`,
    [
      due.id,
      due.again_at,
      isTaken ? 'delivered' : wait === undefined ? 'failed' : 'waiting',
      isTaken ? 0 : 1,
      wait ?? null,
    ],
  );
  if (!isTaken)
    log(
      `Webhook ${due.id}: ${error ?? `answered ${String(status)}`}; it is ${wait === undefined ? 'given up' : 'tried again'}.`,
    );
}

async function attempt(
  { id, webhook: { url, secret }, body }: Due,
  reach: Reach,
  signal: AbortSignal,
): Promise<Omit<Attempt, 'at'>> {
  const headers = {
    'Content-Type': 'application/json',
    'Likeness-Delivery': id,
    'Likeness-Signature': signatureOf(secret, Math.floor(Date.now() / 1_000), body),
  };
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const to = new URL(url);
    // A numeric address isn't looked up, so it is checked here.
    if (!reach.allows(to.hostname)) return { status: null, error: 'address-inside' };
    const ends = AbortSignal.any([limit, signal]);
    const { lookup } = reach;
    const answer = await send(to, { method: 'POST', headers, body, lookup, signal: ends });
    answer.destroy(); // The rest of the answer is of no interest.
    return { status: answer.statusCode ?? 0, error: null };
  } catch (thrown) {
    if (thrown instanceof OutOfReach) return { status: null, error: 'address-inside' };
    return { status: null, error: limit.aborted ? 'timed-out' : 'unreachable' };
  }
}
