import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { SENTENCES } from '../../renderer/core/errors.ts';
import { isDrawing } from '../../renderer/core/file-name.ts';
import { listen } from '../../sandbox/listen.ts';
import { openLikeness, person, type Likeness, type Running } from './likeness.ts';

const batchShape = z.object({
  id: z.string(),
  state: z.string(),
  pictures: z.record(z.string(), z.number()),
});
const itemsShape = z.object({
  items: z.array(
    z.object({
      n: z.number(),
      person: z.string(),
      state: z.string(),
      reason: z.string().optional(),
      sha256: z.string().optional(),
    }),
  ),
  next: z.number().nullable(),
});
const problemShape = z.object({ status: z.number(), code: z.string() });

let likeness: Likeness;
let serving: Running;
let url = '';
const tokens = { admin: '', own: '', reader: '', metrics: '' };
const data = (): NodeJS.ProcessEnv => ({
  LIKENESS_STUDIO_DATA: join(likeness.folder, 'data'),
  DATABASE_URL: '',
  LIKENESS_WEBHOOK_NETWORKS: '127.0.0.1/32',
});

async function serve(): Promise<void> {
  serving = likeness.start(['serve', '--port', '0', '--rate', '300'], data());
  url = (await serving.said(/Listening on (\S+)/))[1] ?? '';
}

beforeAll(async () => {
  likeness = await openLikeness();
  const none = await likeness.run(['serve', '--port', '0'], data());
  expect(none.code).toBe(4);
  expect(none.err).toContain('likeness token add');
  const add = async (name: string, scopes: string): Promise<string> =>
    (await likeness.run(['token', 'add', name, '--scopes', scopes], data())).out.trim();
  tokens.admin = await add('admin', 'admin');
  tokens.own = await add('own', 'read,write');
  tokens.reader = await add('reader', 'read');
  tokens.metrics = await add('metrics', 'metrics');
  await serve();
});
afterAll(() => likeness.remove());

const call = (path: string, token: string, request: RequestInit = {}): Promise<Response> =>
  fetch(url + path, {
    ...request,
    headers: { ...(request.headers as Record<string, string>), Authorization: `Bearer ${token}` },
  });

async function post(
  photos: Readonly<Record<string, Uint8Array>>,
  fields: Readonly<Record<string, unknown>>,
  { token = tokens.own, key }: { token?: string; key?: string } = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, JSON.stringify(value));
  for (const [name, bytes] of Object.entries(photos))
    form.append('photos', new Blob([new Uint8Array(bytes)]), name);
  return call('/v1/batches', token, {
    method: 'POST',
    body: form,
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  });
}

const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return problemShape.parse(await response.json());
};
const mara = readFileSync(person('mara'));
const SMALL = { styles: ['minimalist'], backgrounds: ['clean-white'], count: 3, size: 96, seed: 7 };

/** The last state in the batch's event stream before it ends. */
async function followToEnd(id: string) {
  const text = await (await call(`/v1/batches/${id}/events`, tokens.own)).text();
  const states = [...text.matchAll(/^data: (.+)$/gm)].map(([, json = '']) =>
    batchShape.parse(JSON.parse(json)),
  );
  return states.at(-1);
}

it('makes a batch through a kill in the middle: each picture once, photos gone, webhook signed and tried again', async () => {
  const secret = 'at least sixteen characters';
  const heard: { signature: string; body: string }[] = [];
  let arrived: () => void = () => undefined;
  const twice = new Promise<void>((resolve) => (arrived = resolve));
  const listener: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      heard.push({ signature: String(request.headers['likeness-signature']), body });
      // The first call fails.
      response.writeHead(heard.length === 1 ? 503 : 204).end();
      if (heard.length === 2) arrived();
    });
  });
  const webhook = { url: `http://127.0.0.1:${String(await listen(listener, 0))}/ended`, secret };
  const photos = { 'mara.webp': mara, 'broken.png': Buffer.from('no picture') };

  const posted = await post(photos, { recipes: SMALL, webhook }, { key: 'once' });
  expect(posted.status).toBe(201);
  const { id, pictures } = batchShape.parse(await posted.json());
  expect(pictures).toMatchObject({ waiting: 6 });
  const again = await post(photos, { recipes: SMALL, webhook }, { key: 'once' });
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(batchShape.parse(await again.json()).id).toBe(id);
  const other = await post({ 'mara.webp': mara }, { recipes: SMALL }, { key: 'once' });
  expect(await problemOf(other)).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
  const storage = join(likeness.folder, 'data', 'storage');
  expect(readdirSync(join(storage, 'photos'))).toEqual([id]);

  // Reads until one picture is done.
  const events = (await call(`/v1/batches/${id}/events`, tokens.own)).body?.getReader();
  for (let text = ''; !/"done":[1-9]/.test(text);) {
    const part = await events?.read();
    if (!part?.value) throw new Error(`the stream ended: ${text}`);
    text += new TextDecoder().decode(part.value);
  }
  serving.process.kill('SIGKILL');
  await serving.ended;
  await events?.cancel().catch(() => undefined);
  await serve();

  expect(await followToEnd(id)).toMatchObject({
    state: 'done',
    pictures: { done: 3, failed: 3, waiting: 0, running: 0 },
  });
  const first = itemsShape.parse(
    await (await call(`/v1/batches/${id}/items?limit=4`, tokens.own)).json(),
  );
  expect(first.next).toBe(4);
  const rest = itemsShape.parse(
    await (await call(`/v1/batches/${id}/items?after=4`, tokens.own)).json(),
  );
  const items = [...first.items, ...rest.items];
  expect(items.map(({ person: name, state, reason }) => [name, state, reason])).toEqual([
    ...Array.from({ length: 3 }, () => ['mara', 'done', undefined]),
    ...Array.from({ length: 3 }, () => ['broken', 'failed', SENTENCES['photo-not-a-picture']]),
  ]);
  for (const { n, sha256 } of items.slice(0, 3)) {
    const picture = await call(`/v1/batches/${id}/items/${String(n)}/picture`, tokens.own);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
  // What the kill left half written is removed with the batch.
  const stored = readdirSync(join(storage, 'pictures', id));
  expect(stored.filter((name) => !name.endsWith('.part'))).toHaveLength(3);
  const metrics = await (await call('/metrics', tokens.metrics)).text();
  expect(metrics).toMatch(/^likeness_avatars_used 3$/m);

  await twice;
  listener.close();
  expect(existsSync(join(storage, 'photos', id))).toBe(false);
  const [, second] = heard;
  const t = /^t=(\d+),/.exec(second?.signature ?? '')?.[1] ?? '';
  const expected = createHmac('sha256', secret)
    .update(`${t}.${second?.body ?? ''}`)
    .digest('hex');
  expect(second?.signature).toBe(`t=${t},v1=${expected}`);
  expect(JSON.parse(second?.body ?? '')).toMatchObject({ event: 'batch.done', batch: id });

  // The same bytes as from the command line.
  const rendered = await likeness.run([
    ...['render', person('mara'), '--style', 'minimalist', '--background', 'clean-white'],
    ...['--count', '1', '--size', '96', '--seed', '7', '--out', 'cli'],
  ]);
  expect(rendered.code, rendered.err).toBe(0);
  const file = readFileSync(join(likeness.folder, 'cli/mara/Minimalist_1_avatar_hd.png'));
  expect(createHash('sha256').update(file).digest('hex')).toBe(items[0]?.sha256);
});

it('gives a flat style as a drawing on request', async () => {
  const made = await post(
    { 'mara.webp': mara },
    { recipes: { ...SMALL, count: 1, format: 'svg' } },
  );
  const { id } = batchShape.parse(await made.json());
  expect(await followToEnd(id)).toMatchObject({ state: 'done', pictures: { done: 1 } });
  const answer = await call(`/v1/batches/${id}/items/1/picture`, tokens.own);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(isDrawing(await answer.text())).toBe(true);
});

it('limits each token, and has its database to itself', async () => {
  // One token's limit is used up, another's isn't.
  const many = await Promise.all(
    Array.from({ length: 301 }, () => call('/v1/nothing', tokens.reader)),
  );
  const limited = many.find(({ status }) => status === 429);
  if (!limited) throw new Error('it was never limited');
  expect(await problemOf(limited)).toMatchObject({ code: 'too-many-requests' });
  expect((await call('/v1/nothing', tokens.own)).status).toBe(404);

  const second = await likeness.run(['status'], data());
  expect(second.code).toBe(4);
  expect(second.err).toContain('has the embedded database open');
});

it('does what its page says: every curl example is run', async () => {
  const page = readFileSync(new URL('../../docs/studio.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  expect(examples.length).toBeGreaterThan(10);
  const root = new URL('../..', import.meta.url);
  let batch = '';
  let long = '';
  let added = '';
  let delivery: string | undefined;
  const postLong = async (): Promise<string> =>
    batchShape.parse(
      await (await post({ 'mara.webp': mara }, { recipes: { ...SMALL, count: 500 } })).json(),
    ).id;
  for (const example of examples) {
    if (/\/pause /.test(example)) long = await postLong();
    // There is one since the first test.
    if (example.includes('$DELIVERY'))
      delivery = z
        .object({ deliveries: z.array(z.object({ id: z.string() })) })
        .parse(await (await call('/v1/webhooks/deliveries', tokens.admin)).json())
        .deliveries[0]?.id;
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-c', `set -e\n${example.replaceAll('curl ', 'curl --silent --show-error ')}`],
      {
        cwd: root,
        env: {
          ...process.env,
          URL: url,
          TOKEN: tokens.admin,
          BATCH: /\/(pause|resume) /.test(example) ? long : batch,
          ID: added,
          DELIVERY: delivery,
        },
      },
    );
    // The first example makes the batch that the others use. Pausing needs a longer one.
    if (batch === '') batch = batchShape.parse(JSON.parse(stdout)).id;
    if (example.includes('"name": "payroll"'))
      added = z.object({ id: z.string() }).parse(JSON.parse(stdout)).id;
  }
  await call(`/v1/batches/${long}`, tokens.admin, { method: 'DELETE' });
  const document = z
    .object({
      openapi: z.literal('3.1.0'),
      paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    })
    .parse(await (await fetch(`${url}/openapi.json`)).json());
  const shown = examples
    .flatMap((example) => example.split('curl ').slice(1))
    .map((text) => {
      const method = /-X (\w+)/.exec(text)?.[1] ?? (/\s-[Fd]\s/.test(text) ? 'POST' : 'GET');
      return `${method} ${/\$URL([^\s"?]+)/.exec(text)?.[1] ?? ''}`;
    });
  const missing = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.keys(methods)
      .map((method) => `${method.toUpperCase()} ${route}`)
      .filter((endpoint) => {
        const pattern = new RegExp(`^${endpoint.replace(/\{\w+\}/g, '[^/]+')}$`);
        return !shown.some((one) => pattern.test(one));
      }),
  );
  expect(Object.keys(document.paths).length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

it('drains on SIGTERM', async () => {
  await post({ 'mara.webp': mara }, { recipes: { ...SMALL, count: 200 } });
  serving.process.kill('SIGTERM');
  const { code, err } = await serving.ended;
  expect(code, err).toBe(0);
  const { out } = await likeness.run(['status', '--json'], data());
  const status = z
    .object({
      photosWaiting: z.number(),
      pictures: z.record(z.string(), z.number()),
      workers: z.array(z.looseObject({ silent: z.number() })),
    })
    .parse(JSON.parse(out));
  expect(status.pictures).not.toHaveProperty('running');
  expect(status.photosWaiting).toBeGreaterThan(0);
  expect(status.pictures['waiting']).toBeGreaterThan(0);
  // The worker that was killed at the start has been silent since; this one signed off.
  expect(status.workers.filter(({ silent }) => silent < 30)).toEqual([]);
});

it('a worker without DATABASE_URL says what it needs', async () => {
  const { code, err } = await likeness.run(['worker', '--storage', 'x'], data());
  expect(code).toBe(4);
  expect(err).toContain('DATABASE_URL');
});
