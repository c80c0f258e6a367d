import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { mediaType, PICTURE_FORMATS } from '../../renderer/core/avatars.ts';
import type { OpenEngines } from '../looks/engines.ts';
import { addBatch, changeBatch, listItems, readBatch, type Batch } from '../service/batches.ts';
import type { Database, Queryable } from '../service/database.ts';
import { keepAnswer, type KeptAnswer } from '../service/idempotency.ts';
import type { Reach } from '../service/reach.ts';
import { photosKey, pictureKey, type Storage } from '../service/storage.ts';
import { uploadStorage } from '../service/uploads.ts';
import { allow, ownerOf, tokenOf } from './auth.ts';
import { bodyOf, Problem, PROBLEM_TYPE, problemOf } from './problem.ts';
import {
  content,
  idempotencyKey,
  idPath,
  itemPath,
  itemsQuery,
  jsonSchema,
  parse,
  problems,
  ref,
  uploadBody,
  viewOfBatch,
  viewOfItem,
} from './schemas.ts';
import { createStreams } from './streams.ts';
import { checkSize, limitUploads, readUpload, type Upload } from './upload.ts';

const byId = { params: jsonSchema(idPath) };

export interface BatchRoutesOptions {
  readonly db: Database;
  readonly storage: Storage;
  readonly reach: Reach;
  /** Those that requests may name; none if missing. */
  readonly engines?: OpenEngines;
  /** Aborted when the server drains, which ends the streams. */
  readonly signal: AbortSignal;
  readonly log: (text: string) => void;
}

/** Batches: uploaded, read, followed, and paused, resumed or cancelled. */
export function addBatchRoutes(app: FastifyInstance, options: BatchRoutesOptions): void {
  const { db, signal, log } = options;
  const limited = limitUploads();
  const streams = createStreams(db, signal, log);
  app.post(
    '/v1/batches',
    {
      ...allow('write'),
      // upload.ts reads and judges the parts.
      validatorCompiler: () => () => true,
      schema: {
        summary: 'Makes pictures of photos',
        description:
          'Once a request could be read, its answer is kept for its Idempotency-Key, errors included: the same request again gets the same answer, for at least a day, with the header Idempotency-Replayed.',
        consumes: ['multipart/form-data'],
        headers: {
          type: 'object',
          properties: { 'idempotency-key': jsonSchema(idempotencyKey) },
        },
        body: uploadBody,
        response: { 201: ref('Batch'), ...problems(400, 413, 415, 422) },
      },
    },
    (request, reply) => limited(tokenOf(request).id, () => takeBatch(options, request, reply)),
  );

  app.get(
    '/v1/batches/:id',
    {
      ...allow('read'),
      schema: { ...byId, response: { 200: ref('Batch'), ...problems(400, 404) } },
    },
    async (request) => viewOfBatch(await batchOf(db, request)),
  );

  app.get(
    '/v1/batches/:id/items',
    {
      ...allow('read'),
      schema: {
        ...byId,
        querystring: jsonSchema(itemsQuery),
        response: { 200: ref('Items'), ...problems(400, 404) },
      },
    },
    async (request) => {
      const { id } = await batchOf(db, request);
      const { after, limit } = parse(itemsQuery, request.query);
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
      schema: {
        params: jsonSchema(itemPath),
        summary: 'The picture itself',
        response: {
          200: {
            description: 'In the format of the recipes',
            content: Object.fromEntries(
              PICTURE_FORMATS.map((format) => [
                mediaType(format),
                { schema: { type: 'string', format: 'binary' } },
              ]),
            ),
          },
          ...problems(400, 404, 409),
        },
      },
    },
    (request, reply) => sendPicture(options, request, reply),
  );

  app.get(
    '/v1/batches/:id/events',
    {
      ...allow('read'),
      schema: {
        ...byId,
        summary: 'Progress as server-sent events, until the batch has ended',
        response: {
          200: content('text/event-stream', 'Events ‘batch’; a last one ‘problem’ if it fails'),
          ...problems(400, 404, 503),
        },
      },
    },
    async (request, reply) => streams.open(tokenOf(request).id, await batchOf(db, request), reply),
  );

  const change = (to: 'paused' | 'running' | 'cancelled') => async (request: FastifyRequest) => {
    const { id } = await batchOf(db, request);
    if (!(await changeBatch(db, id, to)))
      throw new Problem(409, 'batch-state', 'The batch isn’t in a state for that.');
    return viewOfBatch(await batchOf(db, request));
  };
  const changing = {
    ...allow('write'),
    schema: { ...byId, response: { 200: ref('Batch'), ...problems(400, 404, 409) } },
  };
  app.post('/v1/batches/:id/pause', changing, change('paused'));
  app.post('/v1/batches/:id/resume', changing, change('running'));
  app.delete('/v1/batches/:id', changing, change('cancelled'));
}

/** Returns the batch of the address: the token's own, or for an admin anybody's. */
async function batchOf(db: Database, request: FastifyRequest): Promise<Batch> {
  const { id } = parse(idPath, request.params);
  const batch = await readBatch(db, id, ownerOf(request));
  if (!batch) throw new Problem(404, 'batch-unknown', 'There is no such batch of this token.');
  return batch;
}

/** Thrown to undo a batch whose key has an answer already. */
class Answered extends Error {
  override readonly name = 'Answered';
  readonly first: KeptAnswer;
  constructor(first: KeptAnswer) {
    super('the key has an answer');
    this.first = first;
  }
}

/** Stores the upload and queues its batch, or repeats the answer that its key had before. */
async function takeBatch(
  options: BatchRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, reach, engines = new Map() } = options;
  const storage = uploadStorage(db, options.storage);
  const { id: token, scopes } = tokenOf(request);
  const header = request.headers['idempotency-key'];
  const key = header === undefined ? undefined : parse(idempotencyKey, header, 'Idempotency-Key');
  const upload = await readUpload(request, storage, reach, engines);
  if (upload.priority > 0 && !scopes.includes('admin')) {
    // Housekeeping removes what stays.
    await storage.remove(photosKey(upload.id)).catch(() => undefined);
    throw new Problem(
      403,
      'priority-too-high',
      'Only a token with the scope ‘admin’ puts a batch ahead of others. Take a priority of 0 or less.',
    );
  }
  const { answer, isRepeated } = await answerTo(options, upload, token, key);
  if (isRepeated || answer.status !== 201)
    // Nobody waits for this: housekeeping removes what stays.
    await storage.remove(photosKey(upload.id)).catch(() => undefined);
  if (isRepeated) {
    if (answer.body_hash !== upload.bodyHash)
      throw new Problem(
        422,
        'idempotency-key-reused',
        'This Idempotency-Key was sent with another request before. Take a new one.',
      );
    reply.header('Idempotency-Replayed', 'true');
  }
  reply.code(answer.status);
  if (answer.status === 201)
    reply.header('Location', `/v1/batches/${(answer.body as { id: string }).id}`);
  else reply.type(PROBLEM_TYPE);
  return reply.send(answer.body);
}

/** Takes the batch and keeps the answer for its key: in one transaction, or after a failure. */
async function answerTo(
  { db, log }: BatchRoutesOptions,
  upload: Upload,
  token: string,
  key: string | undefined,
): Promise<{ readonly answer: KeptAnswer; readonly isRepeated: boolean }> {
  const answerWith = (status: number, body: object): KeptAnswer => ({
    body_hash: upload.bodyHash,
    status,
    body,
  });
  const keep = async (on: Queryable, answer: KeptAnswer): Promise<KeptAnswer | undefined> =>
    key === undefined ? undefined : keepAnswer(on, token, key, answer);
  try {
    checkSize(upload);
    const added = await addBatch(db, { ...upload, token }, async (one, batch) => {
      const first = await keep(one, answerWith(201, viewOfBatch(batch)));
      if (first) throw new Answered(first);
    });
    return { answer: answerWith(201, viewOfBatch(added)), isRepeated: false };
  } catch (thrown) {
    if (thrown instanceof Answered) return { answer: thrown.first, isRepeated: true };
    const { status, code, message } = problemOf(thrown, log);
    const isOurs = status >= 500;
    // The connection may have failed after the batch was stored.
    const stored = isOurs ? await readBatch(db, upload.id, token) : undefined;
    if (stored) return { answer: answerWith(201, viewOfBatch(stored)), isRepeated: false };
    const sentence =
      isOurs && key !== undefined ? `${message} Use another Idempotency-Key then.` : message;
    const answer = answerWith(status, bodyOf({ status, code, message: sentence }));
    const first = await keep(db, answer);
    return { answer: first ?? answer, isRepeated: first !== undefined };
  }
}

async function sendPicture(
  { db, storage }: BatchRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = await batchOf(db, request);
  const { n } = parse(itemPath, request.params);
  const [item] = await listItems(db, id, n - 1, 1);
  if (item?.n !== n) throw new Problem(404, 'item-unknown', 'This batch has no such item.');
  const bytes = item.sha256 === null ? undefined : await storage.get(pictureKey(id, item.id));
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
