import { setTimeout as rest } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import createFastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { LikenessError, SENTENCES } from '../../renderer/core/errors.ts';
import { usedAvatars } from '../service/allowance.ts';
import {
  addBatch,
  batchOfKey,
  changeBatch,
  listItems,
  readBatch,
  type Batch,
} from '../service/batches.ts';
import type { Database } from '../service/database.ts';
import type { Queue } from '../service/queue.ts';
import type { Reach } from '../service/reach.ts';
import { photosKey, pictureKey, type Storage } from '../service/storage.ts';
import {
  addToken,
  findToken,
  listTokens,
  revokeToken,
  type Scope,
  type Token,
} from '../service/tokens.ts';
import { Problem, sendProblem } from './problem.ts';
import {
  batchId,
  itemPath,
  itemsQuery,
  jsonSchema,
  SHAPES,
  tokenBody,
  viewOfBatch,
  viewOfItem,
} from './schemas.ts';
import { MOST_PHOTOS, readUpload, type Upload } from './upload.ts';

export interface ApiOptions {
  readonly db: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly reach: Reach;
  readonly version: string;
  /** Requests per minute allowed to one token. */
  readonly perMinute: number;
  readonly log: (text: string) => void;
  /** Aborted when the server drains, which ends the streams. */
  readonly signal: AbortSignal;
}

const PROGRESS_MS = 500;

declare module 'fastify' {
  interface FastifyRequest {
    token: Token | undefined;
  }
}

const ref = (name: keyof typeof SHAPES): object => ({ $ref: `${name}#` });
const problems = { '4XX': ref('Problem') };

/** The HTTP API over the queue; docs/studio.md shows every endpoint. */
export async function createApi(options: ApiOptions): Promise<FastifyInstance> {
  const { db, queue, storage, reach, log, signal } = options;
  const app = createFastify({ bodyLimit: 64 * 1024, trustProxy: false });
  app.decorateRequest('token', undefined);
  for (const [name, shape] of Object.entries(SHAPES)) app.addSchema({ $id: name, ...shape });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Likeness studio', version: options.version },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    refResolver: {
      buildLocalReference: ({ $id }, _base, _fragment, i) =>
        typeof $id === 'string' ? $id : `def-${String(i)}`,
    },
  });
  await app.register(multipart, {
    limits: { files: MOST_PHOTOS, fileSize: PHOTO_MAX_BYTES, fields: 10, fieldSize: 64 * 1024 },
  });
  await app.register(rateLimit, {
    max: options.perMinute,
    timeWindow: '1 minute',
    hook: 'preHandler',
    keyGenerator: (request) => request.token?.id ?? request.ip,
    allowList: (request) => PUBLIC.has(request.url),
    errorResponseBuilder: (_request, { after }) =>
      new Problem(429, 'too-many-requests', `Too many requests. Try again in ${after}.`),
  });

  app.setErrorHandler((thrown, _request, reply) => {
    if (thrown instanceof Problem)
      return sendProblem(reply, thrown.status, thrown.code, thrown.message);
    if (thrown instanceof LikenessError)
      return sendProblem(reply, 422, thrown.code, thrown.message);
    if ((thrown as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      return sendProblem(reply, 413, 'photo-too-large', SENTENCES['photo-too-large']);
    const { statusCode, code, message } = thrown as {
      statusCode?: number;
      code?: string;
      message?: string;
    };
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
      return sendProblem(
        reply,
        statusCode,
        (code ?? 'invalid').toLowerCase().replaceAll('_', '-'),
        message ?? 'invalid',
      );
    log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
    return sendProblem(
      reply,
      500,
      'unexpected',
      'Something unexpected happened. Nothing was lost; try again.',
    );
  });
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, 404, 'not-found', 'There is nothing at this address.'),
  );

  app.addHook('onRequest', async (request) => {
    if (PUBLIC.has(request.url)) return;
    const secret = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    request.token = secret === undefined ? undefined : await findToken(db, secret);
    if (!request.token)
      throw new Problem(
        401,
        'token-unknown',
        'Send a token: Authorization: Bearer lks_… `likeness token add` makes one.',
      );
  });
  const allow = (scope: Scope) => ({
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
  const tokenOf = ({ token }: FastifyRequest): Token => {
    if (!token) throw new Problem(401, 'token-unknown', 'Send a token.');
    return token;
  };
  /** Returns the token's own batch; an admin's token can read all of them. */
  async function batchOf(request: FastifyRequest, id: string): Promise<Batch> {
    const token = tokenOf(request);
    const batch = await readBatch(db, id, token.scopes.includes('admin') ? undefined : token.id);
    if (!batch) throw new Problem(404, 'batch-unknown', 'There is no such batch of this token.');
    return batch;
  }

  const { registry, requests } = createMetrics(db, queue);
  app.addHook('onResponse', (request, reply, done) => {
    requests.inc({
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    });
    done();
  });

  app.get('/healthz', { schema: { security: [] } }, () => ({ ok: true }));
  app.get('/readyz', { schema: { security: [] } }, async () => {
    if (signal.aborted) throw new Problem(503, 'draining', 'This server is stopping.');
    await db.query('select 1');
    return { ok: true };
  });
  app.get('/openapi.json', { schema: { hide: true, security: [] } }, () => app.swagger());
  app.get(
    '/metrics',
    { ...allow('read'), schema: { summary: 'Prometheus metrics' } },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );

  app.post(
    '/v1/batches',
    {
      ...allow('write'),
      schema: {
        summary: 'Makes pictures of photos',
        description:
          'multipart/form-data: `recipes` (JSON), files `photos` (each a person), and if wanted `webhook` (JSON) and `priority` (−999 to 999). With an Idempotency-Key the same request again gives the same batch.',
        consumes: ['multipart/form-data'],
        headers: {
          type: 'object',
          properties: { 'idempotency-key': { type: 'string', minLength: 1, maxLength: 200 } },
        },
        response: { 200: ref('Batch'), 201: ref('Batch'), ...problems },
      },
    },
    async (request, reply) => {
      const token = tokenOf(request);
      const key = request.headers['idempotency-key'];
      const idempotencyKey = typeof key === 'string' ? key : undefined;
      let upload: Upload | undefined;
      try {
        upload = await readUpload(request, storage, reach);
        const added = await addBatch(db, queue, { ...upload, token: token.id, idempotencyKey });
        if (added) {
          const { id } = upload;
          upload = undefined;
          return await reply
            .code(201)
            .header('Location', `/v1/batches/${id}`)
            .send(viewOfBatch(await batchOf(request, id)));
        }
        const first =
          idempotencyKey === undefined ? undefined : await batchOfKey(db, token.id, idempotencyKey);
        if (first?.body_hash !== upload.bodyHash)
          throw new Problem(
            422,
            'idempotency-key-reused',
            'This Idempotency-Key was sent with another request before. Take a new one.',
          );
        return await reply
          .code(200)
          .header('Idempotency-Replayed', 'true')
          .send(viewOfBatch(first));
      } finally {
        if (upload) await storage.remove(photosKey(upload.id));
      }
    },
  );

  const byId = { params: jsonSchema(batchId) };
  app.get(
    '/v1/batches/:id',
    { ...allow('read'), schema: { ...byId, response: { 200: ref('Batch'), ...problems } } },
    async (request) => viewOfBatch(await batchOf(request, batchId.parse(request.params).id)),
  );

  app.get(
    '/v1/batches/:id/items',
    {
      ...allow('read'),
      schema: {
        ...byId,
        querystring: jsonSchema(itemsQuery),
        response: { 200: ref('Items'), ...problems },
      },
    },
    async (request) => {
      const { id } = await batchOf(request, batchId.parse(request.params).id);
      const { after, limit } = itemsQuery.parse(request.query);
      const items = await listItems(db, id, after, limit);
      return {
        items: items.map(viewOfItem),
        next: items.length === limit ? (items.at(-1)?.n ?? null) : null,
      };
    },
  );

  app.get(
    '/v1/batches/:id/items/:n/picture',
    {
      ...allow('read'),
      schema: { params: jsonSchema(itemPath), summary: 'The picture itself', response: problems },
    },
    async (request, reply) => {
      const { id: wanted, n } = itemPath.parse(request.params);
      const { id } = await batchOf(request, wanted);
      const [item] = await listItems(db, id, n - 1, 1);
      if (item?.n !== n) throw new Problem(404, 'item-unknown', 'This batch has no such item.');
      const bytes = item.state === 'done' ? await storage.get(pictureKey(id, item.id)) : undefined;
      if (!bytes)
        throw new Problem(
          409,
          'picture-not-there',
          'This picture isn’t there: it is still to be made, failed, or was deleted.',
        );
      return reply
        .type(item.type ?? 'application/octet-stream')
        .header('ETag', `"${item.sha256 ?? ''}"`)
        .header('X-Content-Type-Options', 'nosniff')
        .send(bytes);
    },
  );

  app.get(
    '/v1/batches/:id/events',
    {
      ...allow('read'),
      schema: { ...byId, summary: 'Progress as server-sent events, until the batch has ended' },
    },
    async (request, reply) => {
      const { id } = await batchOf(request, batchId.parse(request.params).id);
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      let last = '';
      while (!signal.aborted && !raw.destroyed) {
        const batch = await readBatch(db, id, undefined);
        if (!batch) break;
        const now = JSON.stringify(viewOfBatch(batch));
        raw.write(now === last ? ':\n\n' : `event: batch\ndata: ${now}\n\n`);
        last = now;
        if (batch.state === 'done' || batch.state === 'cancelled') break;
        await rest(PROGRESS_MS);
      }
      raw.end();
    },
  );

  const change = (to: 'paused' | 'running' | 'cancelled') => async (request: FastifyRequest) => {
    const { id } = await batchOf(request, batchId.parse(request.params).id);
    if (!(await changeBatch(db, queue, id, to)))
      throw new Problem(409, 'batch-state', 'The batch isn’t in a state for that.');
    return viewOfBatch(await batchOf(request, id));
  };
  const changing = {
    ...allow('write'),
    schema: { ...byId, response: { 200: ref('Batch'), ...problems } },
  };
  app.post('/v1/batches/:id/pause', changing, change('paused'));
  app.post('/v1/batches/:id/resume', changing, change('running'));
  app.delete('/v1/batches/:id', changing, change('cancelled'));

  app.get('/v1/tokens', allow('admin'), async () => ({ tokens: await listTokens(db) }));
  app.post(
    '/v1/tokens',
    { ...allow('admin'), schema: { body: jsonSchema(tokenBody) } },
    async (request, reply) => {
      const { name, scopes } = tokenBody.parse(request.body);
      return reply.code(201).send(await addToken(db, name, scopes));
    },
  );
  app.delete('/v1/tokens/:id', { ...allow('admin'), schema: byId }, async (request, reply) => {
    if (!(await revokeToken(db, batchId.parse(request.params).id)))
      throw new Problem(404, 'token-gone', 'There is no such token.');
    return reply.code(204).send();
  });
  return app;
}

const PUBLIC: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/openapi.json']);

function createMetrics(db: Database, queue: Queue) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'likeness_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  };
  gauge('likeness_photos_waiting', 'Photos in the queue.', () => queue.size());
  gauge('likeness_avatars_used', 'Avatars counted against the plan.', () => usedAvatars(db));
  gauge('likeness_workers', 'Workers that have given a sign of life.', async () => {
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from likeness.workers where heartbeat_at > now() - interval '30 seconds'`,
    );
    return row?.n ?? 0;
  });
  return { registry, requests };
}
