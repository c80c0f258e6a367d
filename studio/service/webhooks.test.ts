import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { listen } from '../../sandbox/listen.ts';
import { sharedFolder } from '../../tests/support/folders.ts';
import { openDatabase, type Database } from './database.ts';
import { createReach } from './reach.ts';
import { addToken } from './tokens.ts';
import {
  addDelivery,
  deliverWebhooks,
  listDeliveries,
  readDelivery,
  removeDeliveries,
  resendDelivery,
  RETRIES,
  retryAfter,
  signatureOf,
  type Delivery,
} from './webhooks.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const secret = 'at least sixteen characters';
const heard: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] = [];
let status = 204;
let port = 0;
/** What the server does with a request at /held: nothing, and it is noted here. */
let held = 0;
/** What happens between a request and its answer. */
let beforeAnswer = (): unknown => undefined;
const server: Server = createServer((request, response) => {
  if (request.url === '/held') {
    held += 1;
    return;
  }
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    heard.push({ headers: request.headers, body });
    void Promise.resolve(beforeAnswer()).then(() =>
      response.writeHead(status, { Location: '/elsewhere' }).end('more than is wanted'),
    );
  });
});
const folder = sharedFolder();
let db: Database;
let token: string;
beforeAll(async () => {
  port = await listen(server, 0);
  vi.stubEnv('DATABASE_URL', '');
  db = await openDatabase(folder);
  token = (await addToken(db, 'test', ['write'])).id;
});
beforeEach(async () => {
  heard.length = 0;
  held = 0;
  status = 204;
  beforeAnswer = () => undefined;
  await db.query('delete from likeness.deliveries');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await db.close();
  vi.unstubAllEnvs();
});

/** Adds the delivery of an ended batch. Returns its id. */
async function add(url: string, owner = token): Promise<string> {
  const batch = randomUUID();
  await db.query(
    `insert into likeness.batches (id, token_id, state, priority, recipes, webhook, finished_at)
     values ($1, $2, 'done', 0, '{}', $3, '1970-01-01T00:00:00Z')`,
    [batch, owner, JSON.stringify({ url, secret })],
  );
  await addDelivery(db, batch);
  await addDelivery(db, batch);
  const added = await listDeliveries(db, owner, { batch, limit: 10 });
  expect(added).toHaveLength(1);
  return added[0]?.id ?? '';
}

/** Delivers until the check passes. Returns the log. */
async function deliverUntil(networks: string, check: () => Promise<void>): Promise<string> {
  const stop = new AbortController();
  let logged = '';
  const log = (text: string): void => void (logged += `${text}\n`);
  const delivering = deliverWebhooks({ db, reach: createReach(networks), log }, stop.signal);
  try {
    await vi.waitFor(check, { timeout: 60_000, interval: 50 });
  } finally {
    stop.abort();
    await delivering;
  }
  return logged;
}
const deliveryOf = async (id: string): Promise<Delivery | undefined> =>
  readDelivery(db, id, undefined);
const hasState = (id: string, state: Delivery['state'], attempts: number) => async () => {
  const delivery = await deliveryOf(id);
  expect(delivery?.state).toBe(state);
  expect(delivery?.attempts).toHaveLength(attempts);
};

it('reaches no address inside, named or in numbers, unless its network is opened', async () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:127.0.0.1]']) {
    const id = await add(`http://${host}:${String(port)}/`);
    await deliverUntil('10.0.0.0/8', hasState(id, 'failed', 1));
    expect((await deliveryOf(id))?.attempts[0]).toMatchObject({
      status: null,
      error: 'address-inside',
    });
    // Each attempt is checked, one that was asked for as well.
    await resendDelivery(db, id);
    await deliverUntil('10.0.0.0/8', hasState(id, 'failed', 2));
  }
  expect(heard).toEqual([]);
  for (const host of ['127.0.0.1', 'localhost']) {
    const id = await add(`http://${host}:${String(port)}/`);
    expect(await deliverUntil('127.0.0.0/8', hasState(id, 'delivered', 1))).toBe('');
  }
  expect(heard).toHaveLength(2);
});

it('signs what it says, follows nothing, and says the same until it is taken', async () => {
  const id = await add(`http://127.0.0.1:${String(port)}/`);
  const soon = () => db.query('update likeness.deliveries set next_at = now() where id = $1', [id]);
  for (const [n, wrong] of [302, 503].entries()) {
    status = wrong;
    const logged = await deliverUntil('127.0.0.1/32', hasState(id, 'waiting', n + 1));
    expect(logged).toContain(`answered ${String(wrong)}; it is tried again`);
    expect((await deliveryOf(id))?.next_at?.getTime()).toBeGreaterThan(Date.now());
    await soon();
  }
  status = 200;
  await deliverUntil('127.0.0.1/32', hasState(id, 'delivered', 3));
  // Resent, though it was taken: the same delivery once more.
  await resendDelivery(db, id);
  await deliverUntil('127.0.0.1/32', hasState(id, 'delivered', 4));
  expect((await deliveryOf(id))?.next_at).toBeNull();
  expect((await deliveryOf(id))?.attempts.map((one) => one.status)).toEqual([302, 503, 200, 200]);
  expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
  for (const { headers, body } of heard) {
    const signature = String(headers['likeness-signature']);
    const seconds = Number(/^t=(\d+),/.exec(signature)?.[1]);
    expect(signature).toBe(signatureOf(secret, seconds, body));
    expect(headers['likeness-delivery']).toBe(id);
    expect(JSON.parse(body)).toMatchObject({
      id,
      event: 'batch.done',
      finishedAt: '1970-01-01T00:00:00.000Z',
    });
  }
});

it('retries for three days, ever later, and then gives up', async () => {
  const hours = (random: number): number =>
    Array.from({ length: RETRIES }, (_, n) => retryAfter(n + 1, () => random) ?? NaN).reduce(
      (sum, seconds) => sum + seconds / 3_600,
      0,
    );
  expect(hours(0)).toBeGreaterThan(68);
  expect(hours(1)).toBeLessThan(85);
  expect(retryAfter(RETRIES + 1)).toBeUndefined();
  const delays = Array.from({ length: RETRIES }, (_, n) => retryAfter(n + 1, () => 0.5) ?? 0);
  expect(delays).toEqual(delays.toSorted((one, other) => one - other));

  status = 503;
  const id = await add(`http://127.0.0.1:${String(port)}/`);
  await db.query('update likeness.deliveries set failures = $1', [RETRIES]);
  expect(await deliverUntil('127.0.0.1/32', hasState(id, 'failed', 1))).toContain('given up');
  // Still there to be seen and resent; gone after a week, whatever shorter time batches are kept.
  await removeDeliveries(db, 1);
  await resendDelivery(db, id);
  await deliverUntil('127.0.0.1/32', hasState(id, 'waiting', 2));
  await db.query(`update likeness.deliveries set created_at = now() - interval '8 days'`);
  await removeDeliveries(db, 1);
  expect(await deliveryOf(id)).toBeDefined();
  await db.query(`update likeness.deliveries set state = 'failed'`);
  await removeDeliveries(db, 1);
  expect(await deliveryOf(id)).toBeUndefined();
});

it('one that hangs delays only its own host and token', async () => {
  const hanging: string[] = [];
  for (let n = 0; n < 6; n += 1) hanging.push(await add(`http://127.0.0.1:${String(port)}/held`));
  const other = (await addToken(db, 'other', ['write'])).id;
  const free = await add(`http://localhost:${String(port)}/`, other);
  await deliverUntil('127.0.0.0/8', async () => {
    await hasState(free, 'delivered', 1)();
    expect(held).toBe(4);
  });
  // The four that were cut off by the end of the process don't count as failures.
  const after = await Promise.all(hanging.map(deliveryOf));
  expect(after.map((one) => [one?.state, one?.attempts.length])).toEqual(
    hanging.map(() => ['waiting', 0]),
  );
});

it('keeps a resend that comes while the last attempt is on its way', async () => {
  const id = await add(`http://127.0.0.1:${String(port)}/`);
  await db.query('update likeness.deliveries set failures = $1', [RETRIES]);
  status = 503;
  beforeAnswer = async () => {
    beforeAnswer = () => (status = 204);
    await resendDelivery(db, id);
  };
  await deliverUntil('127.0.0.1/32', hasState(id, 'delivered', 2));
  expect((await deliveryOf(id))?.attempts.map((one) => one.status)).toEqual([503, 204]);
});

it('distinguishes internet addresses from internal ones', () => {
  const reach = createReach('');
  const open = ['93.184.216.34', '8.8.8.8', '172.32.0.1', '[2606:4700::1111]', 'hooks.example'];
  const inside = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.169.254', '172.31.255.255'],
    ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['[::]', '[::1]', '[fe80::1]', '[fd00::1]', '[ff02::1]', '[64:ff9b::7f00:1]'],
    ...['[::ffff:10.0.0.1]', '[2002:7f00:1::]', '[2001:db8::1]'],
  ];
  expect(open.filter((address) => !reach.allows(address))).toEqual([]);
  expect(inside.filter((address) => reach.allows(address))).toEqual([]);
  expect(createReach('fd00::/8, 10.1.0.0/16').allows('[fd00::1]')).toBe(true);
  for (const wrong of ['10.0.0.0', '10.0.0.0/33', 'inside', '10.0.0.0/x', '::/129'])
    expect(() => createReach(wrong)).toThrow(/no network/);
});
