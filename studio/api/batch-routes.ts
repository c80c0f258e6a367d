import { setTimeout as rest } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
import { allow, tokenOf } from './auth.ts';
import { Problem } from './problem.ts';
import {
  batchId,
  itemPath,
  itemsQuery,
  jsonSchema,
  problems,
  ref,
  viewOfBatch,
  viewOfItem,
} from './schemas.ts';
import { readUpload, type Upload } from './upload.ts';

const PROGRESS_MS = 500;
const byId = { params: jsonSchema(batchId) };

export interface BatchRoutesOptions {
  readonly db: Database;
  readonly queue: Queue;
  readonly storage: Storage;
  readonly reach: Reach;
  /** Aborted when the server drains, which ends the streams. */
  readonly signal: AbortSignal;
}

/** Batches: uploaded, read, followed, and paused, resumed or cancelled. */
export function addBatchRoutes(app: FastifyInstance, options: BatchRoutesOptions): void {
  const { db, queue } = options;
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
    (request, reply) => takeBatch(options, request, reply),
  );

  app.get(
    '/v1/batches/:id',
    { ...allow('read'), schema: { ...byId, response: { 200: ref('Batch'), ...problems } } },
    async (request) => viewOfBatch(await batchOf(db, request, batchId.parse(request.params).id)),
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
      const { id } = await batchOf(db, request, batchId.parse(request.params).id);
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
    (request, reply) => sendPicture(options, request, reply),
  );

  app.get(
    '/v1/batches/:id/events',
    {
      ...allow('read'),
      schema: { ...byId, summary: 'Progress as server-sent events, until the batch has ended' },
    },
    (request, reply) => streamProgress(options, request, reply),
  );

  const change = (to: 'paused' | 'running' | 'cancelled') => async (request: FastifyRequest) => {
    const { id } = await batchOf(db, request, batchId.parse(request.params).id);
    if (!(await changeBatch(db, queue, id, to)))
      throw new Problem(409, 'batch-state', 'The batch isn’t in a state for that.');
    return viewOfBatch(await batchOf(db, request, id));
  };
  const changing = {
    ...allow('write'),
    schema: { ...byId, response: { 200: ref('Batch'), ...problems } },
  };
  app.post('/v1/batches/:id/pause', changing, change('paused'));
  app.post('/v1/batches/:id/resume', changing, change('running'));
  app.delete('/v1/batches/:id', changing, change('cancelled'));
}

/** Returns the token's own batch; an admin's token can read all of them. */
async function batchOf(db: Database, request: FastifyRequest, id: string): Promise<Batch> {
  const token = tokenOf(request);
  const batch = await readBatch(db, id, token.scopes.includes('admin') ? undefined : token.id);
  if (!batch) throw new Problem(404, 'batch-unknown', 'There is no such batch of this token.');
  return batch;
}

/** Stores the upload and queues its batch, or answers with the batch of the same key. */
async function takeBatch(
  { db, queue, storage, reach }: BatchRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
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
        .send(viewOfBatch(await batchOf(db, request, id)));
    }
    const first =
      idempotencyKey === undefined ? undefined : await batchOfKey(db, token.id, idempotencyKey);
    if (first?.body_hash !== upload.bodyHash)
      throw new Problem(
        422,
        'idempotency-key-reused',
        'This Idempotency-Key was sent with another request before. Take a new one.',
      );
    return await reply.code(200).header('Idempotency-Replayed', 'true').send(viewOfBatch(first));
  } finally {
    if (upload) await storage.remove(photosKey(upload.id));
  }
}

async function sendPicture(
  { db, storage }: BatchRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id: wanted, n } = itemPath.parse(request.params);
  const { id } = await batchOf(db, request, wanted);
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
}

async function streamProgress(
  { db, signal }: BatchRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { id } = await batchOf(db, request, batchId.parse(request.params).id);
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
}
