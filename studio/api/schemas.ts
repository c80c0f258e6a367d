import { z } from 'zod';

import { EngineError } from '../../renderer/core/engines/engine.ts';
import { isErrorCode, SENTENCES } from '../../renderer/core/errors.ts';
import { saidNote } from '../../renderer/core/photo-notes.ts';
import { faultsOf, looksSchema, recipesSchema, stored } from '../recipes.ts';
import type { Batch, Item } from '../service/batches.ts';
import { SCOPES } from '../service/tokens.ts';
import { ATTEMPT_ERRORS, DELIVERY_STATES, type Delivery } from '../service/webhooks.ts';
import { Problem, PROBLEM_TYPE } from './problem.ts';

/** The JSON Schema that Fastify validates and the OpenAPI document shows. */
export const jsonSchema = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return rest;
};

/** @param name of the field, for the reader. @throws Problem 400 */
export function parse<T>(schema: z.ZodType<T>, value: unknown, name = 'request'): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new Problem(400, 'field-invalid', `${name}: ${faultsOf(read.error)}`);
  return read.data;
}

const text = (least: number, most: number) => z.string().min(least).max(most).check(stored);

/** A number in an address, within PostgreSQL's integer. */
const whole = (least: number, most = 2_147_483_647) => z.coerce.number().int().min(least).max(most);

export const webhookSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .check(stored),
    /** The key of the webhook's HMAC. */
    secret: text(16, 200),
  })
  .meta({
    examples: [{ url: 'https://hr.example/ended', secret: 'at least sixteen characters' }],
  });

export const idempotencyKey = text(1, 200);
export const idPath = z.object({ id: z.uuid() });
export const itemPath = z.object({ id: z.uuid(), n: whole(1) });
export const itemsQuery = z.object({
  after: whole(0).default(0),
  limit: whole(1, 1_000).default(100),
});
export const deliveriesQuery = z.object({
  batch: z.uuid().optional(),
  state: z.enum(DELIVERY_STATES).optional(),
  after: z.uuid().optional(),
  limit: whole(1, 100).default(20),
});
export const tokenBody = z
  .strictObject({ name: text(1, 100), scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length) })
  .meta({ examples: [{ name: 'payroll', scopes: ['read'] }] });

/** Faults are those of the one that is meant: looks name an engine. */
export const batchRecipes = z.unknown().transform((value, { issues }) => {
  const isLooks = typeof value === 'object' && value !== null && 'engine' in value;
  const read = (isLooks ? looksSchema : recipesSchema).safeParse(value);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues)
    issues.push({ code: 'custom', path, message, input: value });
  return z.NEVER;
});

/** Photos in a batch. */
export const MOST_PHOTOS = 500;

/** The fields of POST /v1/batches; upload.ts reads them. */
export const uploadBody: object = {
  type: 'object',
  required: ['recipes', 'photos'],
  properties: {
    recipes: { $ref: 'Recipes#', description: 'JSON, before the photos' },
    photos: {
      type: 'array',
      description: 'Each file is a person.',
      minItems: 1,
      maxItems: MOST_PHOTOS,
      items: { type: 'string', format: 'binary' },
    },
    webhook: { $ref: 'Webhook#', description: 'JSON, called when the batch has ended' },
    priority: { type: 'integer', minimum: -999, maximum: 999, default: 0 },
  },
};
const batchView = z.object({
  id: z.uuid(),
  state: z.enum(['running', 'paused', 'done', 'cancelled']),
  priority: z.int(),
  recipes: z.looseObject({}),
  pictures: z.object({
    waiting: z.int(),
    running: z.int(),
    done: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  }),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type BatchView = z.infer<typeof batchView>;

const itemView = z.object({
  n: z.int(),
  person: z.string(),
  name: z.string(),
  fileName: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  recipe: z.looseObject({}),
  code: z.string().optional(),
  reason: z.string().optional(),
  bytes: z.int().optional(),
  sha256: z.string().optional(),
  likeness: z.number().optional(),
  /** What to know about its photo, each with a sentence. */
  notes: z.array(z.object({ note: z.string(), text: z.string() })).optional(),
  /** Of a look: three at most, each with what came of it. */
  attempts: z.array(z.object({ state: z.string(), reason: z.string() })).optional(),
});

const tokenView = z.object({ id: z.uuid(), name: z.string(), scopes: z.array(z.enum(SCOPES)) });

const deliveryView = z.object({
  /** The same in every attempt, in the header Likeness-Delivery and the body's `id`. */
  id: z.uuid(),
  batch: z.uuid(),
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  createdAt: z.string(),
  nextAttemptAt: z.string().nullable(),
  attempts: z.array(
    z.object({
      at: z.string(),
      /** Of the answer; null if there was none. */
      status: z.int().nullable(),
      error: z.enum(ATTEMPT_ERRORS).nullable(),
    }),
  ),
});

export const SHAPES = {
  Batch: jsonSchema(batchView),
  Items: jsonSchema(z.object({ items: z.array(itemView), next: z.int().nullable() })),
  Problem: jsonSchema(
    z.object({
      type: z.string(),
      title: z.string(),
      status: z.int(),
      code: z.string(),
      detail: z.string(),
    }),
  ),
  Recipes: jsonSchema(
    z.union([recipesSchema, looksSchema]).meta({
      examples: [
        { styles: ['ink'], count: 4, seed: 7 },
        { engine: 'own', looks: ['linkedin', 'garden'] },
      ],
    }),
  ),
  Webhook: jsonSchema(webhookSchema),
  NewToken: jsonSchema(tokenBody),
  TokenWithSecret: jsonSchema(tokenView.extend({ secret: z.string() })),
  Tokens: jsonSchema(z.object({ tokens: z.array(tokenView.extend({ created_at: z.string() })) })),
  Delivery: jsonSchema(deliveryView),
  Deliveries: jsonSchema(
    z.object({ deliveries: z.array(deliveryView), next: z.uuid().nullable() }),
  ),
  Health: jsonSchema(z.object({ ok: z.literal(true) })),
};

export const viewOfBatch = ({ created_at, finished_at, ...batch }: Batch): BatchView => ({
  ...batch,
  createdAt: created_at.toISOString(),
  finishedAt: finished_at?.toISOString() ?? null,
});

/** Of a look whose answer the worker that asked never saw. */
const LOST = new EngineError('lost-after-sending').message;

export const viewOfItem = ({
  n,
  person,
  name,
  file_name: fileName,
  state,
  recipe,
  attempts,
  reason,
  bytes,
  sha256,
  likeness,
  notes,
}: Item): z.infer<typeof itemView> => ({
  n,
  person,
  name,
  fileName,
  state,
  recipe: { ...recipe },
  ...(isErrorCode(reason) && { code: reason, reason: SENTENCES[reason] }),
  ...(reason?.startsWith('look-') && { code: reason, reason: attempts.at(-1)?.reason ?? LOST }),
  ...(attempts.length > 0 && {
    attempts: attempts.map(({ state, reason: why = '' }) => ({ state, reason: why })),
  }),
  ...(bytes !== null && { bytes }),
  ...(sha256 !== null && { sha256 }),
  ...(likeness !== null && { likeness }),
  ...(notes.length > 0 && { notes: notes.map(saidNote) }),
});

export const viewOfDelivery = ({
  id,
  batch_id: batch,
  webhook,
  state,
  created_at: createdAt,
  next_at: next,
  attempts,
}: Delivery): z.infer<typeof deliveryView> => ({
  id,
  batch,
  url: webhook.url,
  state,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: next?.toISOString() ?? null,
  attempts: [...attempts],
});

export const ref = (name: keyof typeof SHAPES): object => ({ $ref: `${name}#` });

/** A response that isn't JSON. */
export const content = (type: string, description: string): object => ({
  description,
  content: { [type]: { schema: { type: 'string' } } },
});

const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'The request isn’t what it should be.',
  401: 'The token is missing, wrong or revoked.',
  403: 'The token lacks the scope.',
  404: 'There is no such thing of this token.',
  409: 'It isn’t in a state for that.',
  413: 'A photo, or the request, is too large.',
  415: 'The request has another type than it should have.',
  422: 'The request can be read and not be done.',
  429: 'Too many requests; Retry-After says when to try again.',
  503: 'The server is stopping.',
};
const problem = (description: string): object => ({
  description,
  content: { [PROBLEM_TYPE]: { schema: ref('Problem') } },
});

/** The problems of a route with a token: those of every such route, and these. */
export const problems = (...statuses: readonly number[]): object => ({
  ...Object.fromEntries(
    [401, 403, 429, ...statuses].map((status) => [status, problem(PROBLEMS[status] ?? '')]),
  ),
  '5xx': problem('Something unexpected happened.'),
});
