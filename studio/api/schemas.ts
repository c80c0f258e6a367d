import { z } from 'zod';

import { isErrorCode, SENTENCES } from '../../renderer/core/errors.ts';
import { recipesSchema } from '../recipes.ts';
import type { Batch, Item } from '../service/batches.ts';
import { SCOPES } from '../service/tokens.ts';

/** The JSON Schema that Fastify validates and the OpenAPI document shows. */
export const jsonSchema = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  return rest;
};

export const webhookSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  /** The key of the webhook's HMAC. */
  secret: z.string().min(16).max(200),
});

export const batchId = z.object({ id: z.uuid() });
export const itemPath = z.object({ id: z.uuid(), n: z.coerce.number().int().min(1) });
export const itemsQuery = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});
export const tokenBody = z.strictObject({
  name: z.string().min(1).max(100),
  scopes: z.array(z.enum(SCOPES)).min(1),
});

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
  Recipes: jsonSchema(recipesSchema),
  Webhook: jsonSchema(webhookSchema),
};

export const viewOfBatch = ({
  id,
  state,
  priority,
  recipes,
  created_at: createdAt,
  finished_at: finishedAt,
  waiting,
  running,
  done,
  failed,
  cancelled,
}: Batch): BatchView => ({
  id,
  state,
  priority,
  recipes,
  pictures: { waiting, running, done, failed, cancelled },
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

export const viewOfItem = ({
  n,
  person,
  name,
  file_name: fileName,
  state,
  recipe,
  reason,
  bytes,
  sha256,
  likeness,
}: Item): z.infer<typeof itemView> => ({
  n,
  person,
  name,
  fileName,
  state,
  recipe: { ...recipe },
  ...(isErrorCode(reason) && { code: reason, reason: SENTENCES[reason] }),
  ...(bytes !== null && { bytes }),
  ...(sha256 !== null && { sha256 }),
  ...(likeness !== null && { likeness }),
});

export const ref = (name: keyof typeof SHAPES): object => ({ $ref: `${name}#` });
export const problems = { '4XX': ref('Problem') };
