import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import createFastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import type { Database } from '../service/database.ts';
import { addToken, listTokens, revokeToken } from '../service/tokens.ts';
import { allow, authenticate, PUBLIC } from './auth.ts';
import { addBatchRoutes, type BatchRoutesOptions } from './batch-routes.ts';
import { createMetrics } from './metrics.ts';
import { answerProblem, Problem, sendProblem } from './problem.ts';
import { batchId, jsonSchema, SHAPES, tokenBody } from './schemas.ts';
import { MOST_PHOTOS } from './upload.ts';

export interface ApiOptions extends BatchRoutesOptions {
  readonly version: string;
  /** Requests per minute allowed to one token. */
  readonly perMinute: number;
  readonly log: (text: string) => void;
}

/** The HTTP API over the queue; docs/studio.md shows every endpoint. */
export async function createApi(options: ApiOptions): Promise<FastifyInstance> {
  const { db, queue, log } = options;
  const app = createFastify({ bodyLimit: 64 * 1024, trustProxy: false });
  app.decorateRequest('token', undefined);
  for (const [name, shape] of Object.entries(SHAPES)) app.addSchema({ $id: name, ...shape });
  await addPlugins(app, options);
  app.setErrorHandler((thrown, _request, reply) => answerProblem(thrown, reply, log));
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, 404, 'not-found', 'There is nothing at this address.'),
  );
  app.addHook('onRequest', authenticate(db));
  const { registry, requests } = createMetrics(db, queue);
  app.addHook('onResponse', (request, reply, done) => {
    requests.inc({
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    });
    done();
  });
  addServiceRoutes(app, options, registry);
  addBatchRoutes(app, options);
  addTokenRoutes(app, db);
  return app;
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
    hook: 'preHandler',
    keyGenerator: (request) => request.token?.id ?? request.ip,
    allowList: (request) => PUBLIC.has(request.url),
    errorResponseBuilder: (_request, { after }) =>
      new Problem(429, 'too-many-requests', `Too many requests. Try again in ${after}.`),
  });
}

/** Health, readiness, the description of the API, and metrics. */
function addServiceRoutes(
  app: FastifyInstance,
  { db, signal }: ApiOptions,
  registry: Registry,
): void {
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
}

function addTokenRoutes(app: FastifyInstance, db: Database): void {
  app.get('/v1/tokens', allow('admin'), async () => ({ tokens: await listTokens(db) }));
  app.post(
    '/v1/tokens',
    { ...allow('admin'), schema: { body: jsonSchema(tokenBody) } },
    async (request, reply) => {
      const { name, scopes } = tokenBody.parse(request.body);
      return reply.code(201).send(await addToken(db, name, scopes));
    },
  );
  app.delete(
    '/v1/tokens/:id',
    { ...allow('admin'), schema: { params: jsonSchema(batchId) } },
    async (request, reply) => {
      if (!(await revokeToken(db, batchId.parse(request.params).id)))
        throw new Problem(404, 'token-gone', 'There is no such token.');
      return reply.code(204).send();
    },
  );
}
