import { STATUS_CODES, type Server } from 'node:http';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import createFastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { usedAvatars } from '../service/allowance.ts';
import { countPhotos } from '../service/batches.ts';
import type { Database } from '../service/database.ts';
import { addToken, listTokens, revokeToken } from '../service/tokens.ts';
import { allow, authenticate } from './auth.ts';
import { addBatchRoutes, type BatchRoutesOptions } from './batch-routes.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { bodyOf, Problem, PROBLEM_TYPE, problemOf, sendProblem, tooMany } from './problem.ts';
import {
  content,
  idPath,
  jsonSchema,
  MOST_PHOTOS,
  parse,
  problems,
  ref,
  SHAPES,
  tokenBody,
} from './schemas.ts';

/** The registry behind /metrics, and the counter of requests. */
function createMetrics(db: Database) {
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
  gauge('likeness_photos_waiting', 'Photos in the queue.', () => countPhotos(db));
  gauge('likeness_avatars_used', 'Avatars counted against the plan.', () => usedAvatars(db));
  gauge('likeness_webhooks_waiting', 'Webhooks still to be called.', async () => {
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from likeness.deliveries where state = 'waiting'`,
    );
    return row?.n ?? 0;
  });
  gauge('likeness_workers', 'Workers that have given a sign of life.', async () => {
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from likeness.workers where heartbeat_at > now() - interval '30 seconds'`,
    );
    return row?.n ?? 0;
  });
  return { registry, requests };
}

export interface ApiOptions extends BatchRoutesOptions {
  readonly version: string;
  /** Requests per minute allowed to one token. */
  readonly perMinute: number;
}

/** A whole request: 500 photos of 10 MB at 6 Mbit/s take less, or 130 of 40 MB. */
const REQUEST_MS = 2 * 60 * 60_000;
/** A connection on which nothing moves. */
const SILENT_MS = 60_000;
/** The rest of a request that has been answered, e.g. of one without a token. */
const REST_MS = 10_000;
/** Requests that are still running when the server closes. */
const CLOSING_MS = 5_000;

/** The HTTP API over the queue; docs/studio.md shows every endpoint. */
export async function createApi(options: ApiOptions): Promise<FastifyInstance> {
  const { db, log } = options;
  const app = createFastify({
    bodyLimit: 64 * 1024,
    trustProxy: false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENT_MS,
    frameworkErrors: (thrown, _request, reply) => void sendProblem(reply, problemOf(thrown, log)),
    clientErrorHandler(thrown, socket) {
      if (socket.writable) socket.end(unreadable(thrown.code));
      else socket.destroy();
    },
  });
  app.decorateRequest('token', undefined);
  for (const [name, shape] of Object.entries(SHAPES)) app.addSchema({ $id: name, ...shape });
  await addPlugins(app, options);
  app.setErrorHandler((thrown, _request, reply) => sendProblem(reply, problemOf(thrown, log)));
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (_request, reply) =>
    sendProblem(reply, new Problem(404, 'not-found', 'There is nothing at this address.')),
  );
  app.addHook('onRequest', authenticate(db));
  endConnections(app);
  const { registry, requests } = createMetrics(db);
  app.addHook('onResponse', (request, reply, done) => {
    requests.inc({
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    });
    done();
  });
  addServiceRoutes(app, options, registry);
  addBatchRoutes(app, options);
  addDeliveryRoutes(app, db);
  addTokenRoutes(app, db);
  return app;
}

/** The answer to bytes that are no request, on a connection that ends with it. */
function unreadable(code: string | undefined): string {
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[code ?? ''] ?? 400;
  const body = JSON.stringify(
    bodyOf({ status, code: 'request-unreadable', message: 'This is no HTTP request.' }),
  );
  return [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** No client keeps a connection by sending slowly what nobody reads, or keeps the server open. */
function endConnections(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done();
    if (raw.complete) return;
    const timer = setTimeout(() => raw.destroy(), REST_MS).unref();
    raw.once('close', () => clearTimeout(timer));
  });
  app.addHook('preClose', (done) => {
    const server: Server = app.server;
    setTimeout(() => server.closeAllConnections(), CLOSING_MS).unref();
    done();
  });
}

async function addPlugins(app: FastifyInstance, { version, perMinute }: ApiOptions): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Likeness studio', version },
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
    max: perMinute,
    timeWindow: '1 minute',
    // After `authenticate`, and before a body is read.
    hook: 'onRequest',
    keyGenerator: (request) => request.token?.id ?? request.ip,
    allowList: (request) => request.routeOptions.config.open === true,
    errorResponseBuilder: (_request, { ttl }) => tooMany('requests', Math.ceil(ttl / 1_000)),
  });
}

const open = { config: { open: true } };

/** Health, readiness, the description of the API, and metrics. */
function addServiceRoutes(
  app: FastifyInstance,
  { db, signal }: ApiOptions,
  registry: Registry,
): void {
  const health = { security: [], response: { 200: ref('Health'), '5xx': ref('Problem') } };
  app.get('/healthz', { ...open, schema: health }, () => ({ ok: true }));
  app.get('/readyz', { ...open, schema: health }, async () => {
    if (signal.aborted) throw new Problem(503, 'draining', 'This server is stopping.');
    await db.query('select 1');
    return { ok: true };
  });
  app.get('/openapi.json', { ...open, schema: { hide: true } }, () => app.swagger());
  app.get(
    '/metrics',
    {
      ...allow('metrics'),
      schema: {
        summary: 'Prometheus metrics of the whole service',
        response: { 200: content('text/plain', 'Prometheus’ text format'), ...problems() },
      },
    },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function addTokenRoutes(app: FastifyInstance, db: Database): void {
  app.get(
    '/v1/tokens',
    { ...allow('admin'), schema: { response: { 200: ref('Tokens'), ...problems() } } },
    async () => ({ tokens: await listTokens(db) }),
  );
  app.post(
    '/v1/tokens',
    {
      ...allow('admin'),
      schema: {
        summary: 'Makes a token; its secret is shown once',
        body: ref('NewToken'),
        response: { 201: ref('TokenWithSecret'), ...problems(400, 413, 415) },
      },
    },
    async (request, reply) => {
      const { name, scopes } = parse(tokenBody, request.body);
      return reply.code(201).send(await addToken(db, name, scopes));
    },
  );
  app.delete(
    '/v1/tokens/:id',
    {
      ...allow('admin'),
      schema: {
        summary: 'Revokes a token; its batches stay',
        params: jsonSchema(idPath),
        response: { 204: { type: 'null', description: 'Revoked' }, ...problems(400, 404) },
      },
    },
    async (request, reply) => {
      if (!(await revokeToken(db, parse(idPath, request.params).id)))
        throw new Problem(404, 'token-gone', 'There is no such token.');
      return reply.code(204).send();
    },
  );
}
