import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { protocolOf } from '../../renderer/core/engines/protocol.ts';
import { sharedFolder } from '../../tests/support/folders.ts';
import { withstandsRawRequests } from '../../tests/support/raw-requests.ts';
import type { OpenEngine } from '../looks/engines.ts';
import { openDatabase, type Database } from '../service/database.ts';
import { removeOld } from '../service/housekeeping.ts';
import { createReach } from '../service/reach.ts';
import { folderStorage, type Storage } from '../service/storage.ts';
import { addToken, type Scope } from '../service/tokens.ts';
import { addDelivery } from '../service/webhooks.ts';
import { createApi, type ApiOptions } from './server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const batchShape = z.object({ id: z.string(), state: z.string() });
const problemShape = z.object({ status: z.number(), code: z.string(), detail: z.string() });
const deliveryShape = z.object({
  id: z.string(),
  state: z.string(),
  nextAttemptAt: z.string().nullable(),
  attempts: z.array(z.looseObject({ status: z.number().nullable() })),
});

const folder = sharedFolder();
let db: Database;
let storage: Storage;
/** The queries that the API has made. */
let asked: string[] = [];
/** Fails those that match. */
let broken: RegExp | undefined;
const logged: string[] = [];
const secrets: Record<Scope | 'other', string> = {
  read: '',
  write: '',
  metrics: '',
  admin: '',
  other: '',
};

interface Server {
  readonly url: string;
  readonly port: number;
  readonly api: FastifyInstance;
  readonly stop: AbortController;
}
const servers: Server[] = [];
let main: Server;

async function start(more: Partial<ApiOptions> = {}): Promise<Server> {
  const stop = new AbortController();
  const watched: Database = {
    ...db,
    query: (text, values) => {
      asked.push(text);
      return broken?.test(text) === true
        ? Promise.reject(new Error('the database is away'))
        : db.query(text, values);
    },
    transaction: (work) =>
      broken?.test('transaction') === true
        ? Promise.reject(new Error('the database is away'))
        : db.transaction(work),
  };
  const options = { storage, reach: createReach(''), version: '0', perMinute: 100_000 };
  const log = (text: string): void => void logged.push(text);
  const api = await createApi({ ...options, db: watched, log, signal: stop.signal, ...more });
  await api.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.server.address() as AddressInfo;
  const server = { url: `http://127.0.0.1:${String(port)}`, port, api, stop };
  servers.push(server);
  return server;
}

const documentShape = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        responses: z.record(
          z.string(),
          z.looseObject({ content: z.record(z.string(), z.unknown()).optional() }),
        ),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
let document: z.infer<typeof documentShape>;
const shapes = new Ajv2020({ strict: false, validateFormats: false });
/** What was answered so far: 'get /v1/batches/{id} 200'. */
const seen = new Set<string>();

/** Fails unless the document describes this answer. */
async function check(method: string, path: string, response: Response): Promise<void> {
  const name = method.toLowerCase();
  const bare = path.replace(/[?#].*$/, '');
  const route = Object.keys(document.paths).find(
    (one) =>
      name in (document.paths[one] ?? {}) &&
      new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  );
  if (route === undefined) return;
  const { status } = response;
  const responses = document.paths[route]?.[name]?.responses ?? {};
  const key = [String(status), `${String(status)[0] ?? ''}XX`].find((one) => one in responses);
  expect(key, `${method} ${route} answered ${String(status)}, which isn’t described`).toBeDefined();
  seen.add(`${name} ${route} ${key ?? ''}`);
  const contents = responses[key ?? '']?.content;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (status === 204) return;
  expect(Object.keys(contents ?? {}), `${method} ${route} ${String(status)}`).toContain(type);
  if (!type.endsWith('json')) return;
  const pointer = ['paths', route, name, 'responses', key ?? '', 'content', type, 'schema']
    .map((one) => one.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/');
  const valid = shapes.compile({ $ref: `api#/${pointer}` });
  expect(valid(await response.clone().json()), JSON.stringify(valid.errors)).toBe(true);
}

async function call(
  path: string,
  request: RequestInit = {},
  { secret = secrets.write, server = main }: { secret?: string; server?: Server } = {},
): Promise<Response> {
  const response = await fetch(server.url + path, {
    ...request,
    headers: { Authorization: `Bearer ${secret}`, ...(request.headers as Record<string, string>) },
  });
  await check(request.method ?? 'GET', path, response);
  return response;
}
const SMALL = { size: 64, count: 1, seed: 1 };
function form(
  photos: readonly string[],
  fields: Readonly<Record<string, string>> = {},
  recipes: string | object = SMALL,
): FormData {
  const made = new FormData();
  made.set('recipes', typeof recipes === 'string' ? recipes : JSON.stringify(recipes));
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  for (const name of photos) made.append('photos', new Blob([name]), name);
  return made;
}
const post = (body: FormData, key?: string, more = {}): Promise<Response> =>
  call(
    '/v1/batches',
    { method: 'POST', body, ...(key !== undefined && { headers: { 'Idempotency-Key': key } }) },
    more,
  );
const add = async (): Promise<string> =>
  batchShape.parse(await (await post(form(['x.png']))).json()).id;
const codeOf = async (response: Response): Promise<readonly [number, string]> => {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  const { status, code, detail } = problemShape.parse(await response.json());
  expect(status).toBe(response.status);
  expect(detail.length).toBeGreaterThan(10);
  return [status, code];
};
const json = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/json' },
});

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', '');
  db = await openDatabase(folder);
  storage = folderStorage(join(folder, 'storage'));
  for (const scope of ['read', 'metrics', 'admin'] as const)
    secrets[scope] = (await addToken(db, scope, [scope])).secret;
  secrets.write = (await addToken(db, 'write', ['read', 'write'])).secret;
  secrets.other = (await addToken(db, 'other', ['read', 'write'])).secret;
  main = await start();
  document = documentShape.parse(await (await fetch(`${main.url}/openapi.json`)).json());
  shapes.addSchema(document, 'api');
});
afterEach(() => {
  broken = undefined;
  vi.useRealTimers();
});
afterAll(async () => {
  for (const { api, stop } of servers) {
    stop.abort();
    await api.close();
  }
  await db.close();
  vi.unstubAllEnvs();
});

it('tells clients which mistake is theirs, and never to try it again', async () => {
  const id = await add();
  const items = `/v1/batches/${id}/items`;
  const webhook = (secret: string, url = 'https://a.example/'): Promise<Response> =>
    post(form(['x.png'], { webhook: `{"url":"${url}","secret":"${secret}"}` }));
  const raw = (type: string, body: string): Promise<Response> =>
    call('/v1/batches', { method: 'POST', body, headers: { 'Content-Type': type } });
  const admin = { secret: secrets.admin };
  const reader = { secret: secrets.read };
  const art: OpenEngine = {
    named: {
      ...{ name: 'art', kind: 'sdapi', address: 'http://127.0.0.1:9', model: '' },
      ...{ authorization: undefined, protocol: protocolOf({ kind: 'sdapi' }) },
    },
    line: { class: 'machine', follow: () => Promise.reject(new Error('no photo goes there')) },
  };
  const server = await start({ engines: new Map([['art', art]]) });
  const looks = (recipes: object) => post(form(['x.png'], {}, recipes), undefined, { server });
  const late = new FormData();
  late.append('photos', new Blob(['x']), 'x.png');
  late.set('recipes', JSON.stringify(SMALL));
  const huge = form([]);
  huge.append('photos', new Blob([Buffer.alloc(PHOTO_MAX_BYTES + 1)]), 'huge.png');
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `${String(n)}.png`);
  const cut = '--b\r\nContent-Disposition: form-data; name="recipes"\r\n\r\n{}\r\n--b\r\n';
  const typed =
    '--b\r\nContent-Disposition: form-data; name="recipes"\r\nContent-Type: application/json\r\n\r\n{}\r\n--b--';
  const file = 'Content-Disposition: form-data; name="photos"; filename="a.png"\r\n\r\nabc';
  const cases: readonly (readonly [Promise<Response>, number, string])[] = [
    [webhook(String.raw`0123456789abcdef\u0000`), 400, 'field-invalid'],
    [webhook(String.raw`0123456789abcdef\ud800`), 400, 'field-invalid'],
    [webhook('at least sixteen', 'file:///etc'), 400, 'field-invalid'],
    [webhook('at least sixteen', String.raw`https://a.example/\u0000`), 400, 'field-invalid'],
    [webhook('at least sixteen', 'http://169.254.169.254/'), 400, 'webhook-inside'],
    [fetch(`${main.url}${items}`), 401, 'token-unknown'],
    [call(items, {}, { secret: 'lks_wrong' }), 401, 'token-unknown'],
    [call(`/v1/batches/${id}`, {}, { secret: secrets.other }), 404, 'batch-unknown'],
    [call(`/v1/batches/${randomUUID()}`), 404, 'batch-unknown'],
    [call(`/v1/batches/${id}`, { method: 'DELETE' }, reader), 403, 'scope-missing'],
    [call('/v1/tokens'), 403, 'scope-missing'],
    [call(`${items}?after=9999999999`), 400, 'fst-err-validation'],
    [call(`${items}?after=abc`), 400, 'fst-err-validation'],
    [call(`${items}?limit=1&limit=2`), 400, 'fst-err-validation'],
    [call(`${items}/9999999999/picture`), 400, 'fst-err-validation'],
    [call(`${items}/0/picture`), 400, 'fst-err-validation'],
    [call(`${items}/7/picture`), 404, 'item-unknown'],
    [call(`/v1/batches/urn:uuid:${id}`), 400, 'fst-err-validation'],
    [call('/v1/batches/%ff'), 400, 'fst-err-bad-url'],
    [
      call('/v1/tokens', json(String.raw`{"name":"a\u0000b","scopes":["read"]}`), admin),
      400,
      'fst-err-validation',
    ],
    [
      call('/v1/tokens', json(String.raw`{"name":"a\ud800b","scopes":["read"]}`), admin),
      400,
      'fst-err-validation',
    ],
    [call('/v1/tokens', json('{'), admin), 400, 'fst-err-ctp-invalid-json-body'],
    [raw('multipart/form-data', 'x'), 400, 'upload-unreadable'],
    [raw('multipart/form-data; boundary=b', `${cut}${file}`), 400, 'upload-unreadable'],
    [raw('multipart/form-data; boundary=b', cut), 400, 'upload-unreadable'],
    [raw('multipart/form-data; boundary=b', typed), 400, 'photos-missing'],
    [raw('application/json', '{}'), 415, 'not-multipart'],
    [post(late), 400, 'recipes-missing'],
    [post(form([])), 400, 'photos-missing'],
    [post(form(['x.png'], {}, '['.repeat(30_000))), 400, 'field-unreadable'],
    [looks({ engine: 'own', looks: ['linkedin'] }), 422, 'engine-unknown'],
    [looks({ engine: 'http://127.0.0.1:8000', looks: ['linkedin'] }), 400, 'field-invalid'],
    [looks({ engine: 'own', looks: ['oil'], address: 'http://a.example' }), 400, 'field-invalid'],
    [looks({ engine: 'own', looks: [] }), 400, 'field-invalid'],
    [looks({ engine: 'own', looks: ['nobody'] }), 400, 'field-invalid'],
    [looks({ engine: 'art', own: 'A red\ud800 hat' }), 400, 'field-invalid'],
    [looks({ engine: 'art', looks: ['linkedin'] }), 422, 'engine-art-only'],
    [post(form(['x.png']), 'k'.repeat(201)), 400, 'field-invalid'],
    [post(form(numbered(21), {}, { count: 1_000 })), 422, 'batch-too-large'],
    [post(form(numbered(501))), 422, 'batch-too-large'],
    [post(form(['x.png']), undefined, reader), 403, 'scope-missing'],
    [post(form(['x.png'], {}, { styles: ['cubist'] })), 400, 'field-invalid'],
    [post(form(['x.png'], { colour: '"red"' })), 400, 'field-unknown'],
    [post(form(['x.png'], { priority: '1' })), 403, 'priority-too-high'],
    [post(huge), 413, 'photo-too-large'],
  ];
  const answers = await Promise.all(cases.map(async ([response]) => codeOf(await response)));
  expect(answers).toEqual(cases.map(([, status, code]) => [status, code]));
  // Names of any characters are taken, and cut between two of them.
  for (const name of ['a'.repeat(99), '😀'.repeat(120), "'); drop table batches; --"]) {
    const taken = await post(form([`${name}😀.png`]));
    expect(taken.status).toBe(201);
    const [item] = z
      .object({ items: z.array(z.object({ person: z.string() })) })
      .parse(
        await (await call(`/v1/batches/${batchShape.parse(await taken.json()).id}/items`)).json(),
      ).items;
    expect(Array.from(item?.person ?? '').length).toBeLessThanOrEqual(100);
    expect(item?.person).toBe(Array.from(`${name}😀`).slice(0, 100).join(''));
  }
  expect(logged).toEqual([]);
});

it('looks up no more guessed tokens from an address, and shuts out nobody who was right before', async () => {
  const server = await start({ perMinute: 5 });
  expect((await call('/v1/webhooks/deliveries', {}, { server })).status).toBe(200);
  asked = [];
  const guess = async (n: number): Promise<number> =>
    (await call('/v1/tokens', {}, { server, secret: `lks_guess${String(n)}` })).status;
  const statuses = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n)));
  expect(statuses.filter((status) => status === 401)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect(asked).toHaveLength(60);
  const without = await fetch(`${server.url}/v1/tokens`);
  expect([without.status, without.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await call('/v1/webhooks/deliveries', {}, { server })).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  expect(await guess(100)).toBe(401);
  // Health is open, also with a query.
  expect((await fetch(`${server.url}/healthz?x=1`)).status).toBe(200);
  // A token's own limit counts addresses that don't exist as well.
  const own = await Promise.all(
    Array.from({ length: 8 }, async () =>
      codeOf(await call('/v1/nothing', {}, { server, secret: secrets.other })),
    ),
  );
  expect(own.toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => [404, 'not-found']),
    ...Array.from({ length: 3 }, () => [429, 'too-many-requests']),
  ]);
  expect((await call('/v1/webhooks/deliveries', {}, { server })).status).toBe(200);
});

it('shows the service’s numbers to the scope metrics alone', async () => {
  for (const [secret, status] of [
    [secrets.metrics, 200],
    [secrets.admin, 200],
    [secrets.read, 403],
    [secrets.write, 403],
  ] as const)
    expect((await call('/metrics', {}, { secret })).status).toBe(status);
  expect((await call('/v1/webhooks/deliveries', {}, { secret: secrets.metrics })).status).toBe(403);
  expect(await (await call('/metrics', {}, { secret: secrets.metrics })).text()).toMatch(
    /^likeness_webhooks_waiting \d+$/m,
  );
});

it('repeats the answer to a key: of a batch that is gone, and of a failure', async () => {
  const first = await post(form(['x.png']), 'key');
  expect(first.status).toBe(201);
  const body = await first.text();
  const { id } = batchShape.parse(JSON.parse(body));
  await call(`/v1/batches/${id}`, { method: 'DELETE' });
  const again = async (key: string, status: number, text: string): Promise<void> => {
    const photos = readdirSync(join(folder, 'storage/photos')).length;
    const repeated = await post(form(['x.png']), key);
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([
      status,
      'true',
    ]);
    expect(JSON.parse(await repeated.text())).toEqual(JSON.parse(text));
    expect(readdirSync(join(folder, 'storage/photos'))).toHaveLength(photos);
  };
  await again('key', 201, body);
  expect(await codeOf(await post(form(['y.png']), 'key'))).toEqual([422, 'idempotency-key-reused']);
  // Another token's key is another one.
  expect((await post(form(['y.png']), 'key', { secret: secrets.other })).status).toBe(201);
  await db.query(`update likeness.batches set state = 'cancelled', settled = true,
    finished_at = now() - interval '2 hours' where id = '${id}'`);
  await removeOld({ db, storage }, 1);
  expect((await call(`/v1/batches/${id}`)).status).toBe(404);
  await again('key', 201, body);

  // A failure while it is stored, and a refusal: the same again, though it would go well by now.
  broken = /transaction/;
  const failed = await post(form(['x.png']), 'failed');
  broken = undefined;
  expect(failed.status).toBe(500);
  const text = await failed.text();
  expect(text).toContain('another Idempotency-Key');
  await again('failed', 500, text);
  const none = await post(form([]), 'none');
  expect([none.status, none.headers.get('idempotency-replayed')]).toEqual([400, null]);
  const repeated = await post(form([]), 'none');
  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([400, 'true']);

  // Two at once make one batch.
  const both = await Promise.all([post(form(['x.png']), 'both'), post(form(['x.png']), 'both')]);
  const ids = await Promise.all(both.map(async (one) => batchShape.parse(await one.json()).id));
  expect(new Set(ids).size).toBe(1);

  // A day later the key is forgotten.
  await db.query(`update likeness.idempotency_keys set created_at = now() - interval '25 hours'`);
  await removeOld({ db, storage }, 1);
  const fresh = await post(form(['x.png']), 'key');
  expect([fresh.status, fresh.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect(batchShape.parse(await fresh.json()).id).not.toBe(id);
  expect(logged.splice(0)).toHaveLength(1);
});

/** Opens a stream of the batch's progress. */
async function follow(id: string, more = {}) {
  const response = await call(`/v1/batches/${id}/events`, {}, more);
  return { status: response.status, text: () => response.text(), response };
}

it('ends streams with their batch, on a failure, with their token, and with the server', async () => {
  const ended = await add();
  await call(`/v1/batches/${ended}`, { method: 'DELETE' });
  expect(await (await follow(ended)).text()).toMatch(/^event: batch\ndata: .*"cancelled".*\n\n$/);

  const id = await add();
  const failing = await follow(id);
  broken = /from likeness\.batches b left join/;
  const text = await failing.text();
  broken = undefined;
  expect(text).toMatch(/event: problem\ndata: .*"unexpected".*\n\n$/);
  expect(logged.splice(0).join()).toContain('the database is away');

  const short = await addToken(db, 'short', ['admin']);
  const revoked = await follow(id, { secret: short.secret });
  const going = await call(
    `/v1/tokens/${short.id}`,
    { method: 'DELETE' },
    { secret: secrets.admin },
  );
  expect(going.status).toBe(204);
  expect(await revoked.text()).toMatch(/event: problem\ndata: .*"token-unknown".*\n\n$/);

  const server = await start();
  const last = await follow(id, { server });
  server.stop.abort();
  expect(await codeOf((await follow(id, { server })).response)).toEqual([503, 'draining']);
  await server.api.close();
  expect(await last.text()).toContain('event: batch');
});

it('limits the streams of a token, which share their queries', async () => {
  const server = await start();
  const id = await add();
  const all = await Promise.all(Array.from({ length: 25 }, () => follow(id, { server })));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = all.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.response.headers.get('retry-after')).toBe('5');
  expect((await follow(id, { server, secret: secrets.admin })).status).toBe(200);
  asked = [];
  const polls = (): number =>
    asked.filter((text) => text.includes('left join') && text.includes('any(')).length;
  await vi.waitFor(() => expect(polls()).toBe(2), { timeout: 20_000, interval: 20 });
  expect(asked.length).toBeLessThanOrEqual(4);
  await server.api.close();
});

it('takes few uploads of a token at a time, and forgets those that hang up', async () => {
  const server = await start();
  const photos = readdirSync(join(folder, 'storage/photos')).length;
  /** An upload whose last photo never ends. */
  const slow = () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      [
        'POST /v1/batches HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${secrets.write}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 100000',
        '',
        '--b',
        'Content-Disposition: form-data; name="recipes"',
        '',
        '{}',
        '--b',
        'Content-Disposition: form-data; name="photos"; filename="a.png"',
        '',
        'abc',
        '--b',
        'Content-Disposition: form-data; name="photos"; filename="b.png"',
        '',
        'ab',
      ].join('\r\n'),
    );
    socket.on('error', () => undefined);
    return socket;
  };
  const sockets = Array.from({ length: 16 }, slow);
  const folders = (): number => readdirSync(join(folder, 'storage/photos')).length;
  await vi.waitFor(() => expect(folders()).toBe(photos + 16), { timeout: 20_000, interval: 50 });
  const refused = await post(form(['x.png']), undefined, { server });
  expect(await codeOf(refused)).toEqual([429, 'too-many-requests']);
  expect((await post(form(['x.png']), undefined, { server, secret: secrets.other })).status).toBe(
    201,
  );
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect(folders()).toBe(photos + 1), { timeout: 20_000, interval: 50 });
  expect((await post(form(['x.png']), undefined, { server })).status).toBe(201);
  expect(logged).toEqual([]);
});

it('shows a webhook’s delivery with its attempts, and sends it again', async () => {
  const id = await add();
  await db.query(
    `update likeness.batches set state = 'done', settled = true, finished_at = now(), webhook = $2 where id = $1`,
    [
      id,
      JSON.stringify({ url: 'https://hr.example/ended', secret: 'at least sixteen characters' }),
    ],
  );
  await addDelivery(db, id);
  const attempts = [
    { at: new Date(0).toISOString(), status: 503, error: null },
    { at: new Date(1).toISOString(), status: null, error: 'timed-out' },
  ];
  await db.query(
    `update likeness.deliveries set state = 'failed', next_at = null, failures = 2, attempts = $2 where batch_id = $1`,
    [id, JSON.stringify(attempts)],
  );
  const list = await (await call(`/v1/webhooks/deliveries?batch=${id}&state=failed`)).text();
  expect(list).not.toContain('sixteen');
  const { deliveries } = z.object({ deliveries: z.array(deliveryShape) }).parse(JSON.parse(list));
  expect(deliveries).toMatchObject([{ state: 'failed', nextAttemptAt: null, attempts }]);
  const one = `/v1/webhooks/deliveries/${deliveries[0]?.id ?? ''}`;
  expect(deliveryShape.parse(await (await call(one)).json())).toEqual(deliveries[0]);
  for (const [path, method] of [
    [one, 'GET'],
    [`${one}/resend`, 'POST'],
    [`/v1/webhooks/deliveries/${randomUUID()}`, 'GET'],
  ] as const)
    expect(await codeOf(await call(path, { method }, { secret: secrets.other }))).toEqual([
      404,
      'delivery-unknown',
    ]);
  const resent = await call(`${one}/resend`, { method: 'POST' });
  const now = deliveryShape.parse(await resent.json());
  expect(now).toMatchObject({ state: 'waiting', attempts });
  expect(now.nextAttemptAt).not.toBeNull();
  // Pages: the newest first.
  const next = await add();
  await db.query(
    `insert into likeness.deliveries (id, batch_id, token_id, webhook, host, body, created_at)
     select $1, $2, token_id, webhook, host, body, created_at + interval '1 second'
     from likeness.deliveries where batch_id = $3`,
    [randomUUID(), next, id],
  );
  const pages = z.object({
    deliveries: z.array(z.object({ batch: z.string() })),
    next: z.string().nullable(),
  });
  const page = pages.parse(await (await call('/v1/webhooks/deliveries?limit=1')).json());
  const after = pages.parse(
    await (await call(`/v1/webhooks/deliveries?limit=1&after=${page.next ?? ''}`)).json(),
  );
  expect([...page.deliveries, ...after.deliveries].map(({ batch }) => batch)).toEqual([next, id]);
});

it('its document describes every answer of every route, bodies and examples included', async () => {
  const admin = { secret: secrets.admin };
  const id = await add();
  for (const method of ['pause', 'resume'])
    expect((await call(`/v1/batches/${id}/${method}`, { method: 'POST' })).status).toBe(200);
  expect((await call(`/v1/batches/${id}/resume`, { method: 'POST' })).status).toBe(409);
  expect((await call(`/v1/batches/${id}/items/1/picture`)).status).toBe(409);
  const [item] = await db.query<{ id: string }>(
    `update likeness.items set state = 'done', bytes = 1, sha256 = 'a', type = 'image/png', likeness = 0.5
     where batch_id = $1 returning id`,
    [id],
  );
  await storage.put(`pictures/${id}/${item?.id ?? ''}`, Buffer.from('x'));
  expect((await call(`/v1/batches/${id}/items/1/picture`)).status).toBe(200);
  expect((await call(`/v1/batches/${id}/items`)).status).toBe(200);
  expect((await call(`/v1/batches/${id}`)).status).toBe(200);
  const added = await call('/v1/tokens', json('{"name":"n","scopes":["read","metrics"]}'), admin);
  expect(added.status).toBe(201);
  const { id: token, ...made } = z
    .object({ id: z.string(), secret: z.string() })
    .parse(await added.json());
  expect((await call('/metrics', {}, made)).status).toBe(200);
  expect((await call('/v1/tokens', {}, admin)).status).toBe(200);
  expect((await call(`/v1/tokens/${token}`, { method: 'DELETE' }, admin)).status).toBe(204);
  expect((await call(`/v1/tokens/${token}`, { method: 'DELETE' }, admin)).status).toBe(404);
  expect((await call('/metrics', {}, made)).status).toBe(401);
  expect((await call('/healthz')).status).toBe(200);
  expect((await call('/readyz')).status).toBe(200);

  // Every route's success was seen in this file, and answered as described.
  const routes = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ route, method, responses })),
  );
  const successes = routes.flatMap(({ route, method, responses }) =>
    Object.keys(responses)
      .filter((status) => status.startsWith('2'))
      .map((status) => `${method} ${route} ${status}`),
  );
  expect(successes.length).toBeGreaterThan(15);
  expect(successes.filter((one) => !seen.has(one))).toEqual([]);
  // Those with a body describe it, and every shape is used.
  const text = JSON.stringify(document.paths);
  for (const name of Object.keys(document.components.schemas))
    expect(text, name).toContain(`#/components/schemas/${name}"`);
  expect(document.paths['/v1/batches']?.['post']).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            required: ['recipes', 'photos'],
            properties: { photos: { items: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
  });
  expect(JSON.stringify(document.components.schemas)).toContain('"examples"');
});

it('goes on whatever bytes it is sent', { timeout: 3_600_000 }, async () => {
  const server = await start();
  const id = await add();
  const boundary = '--b\r\nContent-Disposition: form-data; name="recipes"\r\n\r\n{}\r\n';
  await withstandsRawRequests(
    server.port,
    {
      paths: [
        ...['/healthz', '/metrics', '/openapi.json', '/v1/batches', '/v1/tokens'],
        ...['', '/items', '/items/1/picture', '/pause'].map((rest) => `/v1/batches/${id}${rest}`),
        '/v1/webhooks/deliveries',
      ],
      headers: [
        `Host: 127.0.0.1:${String(server.port)}`,
        `Authorization: Bearer ${secrets.admin}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Idempotency-Key: \u00e9',
      ],
      bodies: [
        '{"name":"x","scopes":["read"]}',
        `${boundary}--b--`,
        `${boundary}--b\r\nContent-Disposition: form-data; name="photos"; filename="x"\r\n\r\nx\r\n--b--`,
      ],
    },
    async () => expect((await fetch(`${server.url}/healthz`)).status).toBe(200),
  );
});
