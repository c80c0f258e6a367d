import { randomUUID } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { SENTENCES } from '../../renderer/core/errors.ts';
import { faultsOf, MOST_PICTURES, recipesSchema, type Recipes } from '../recipes.ts';
import { sha256 } from '../run/journal.ts';
import type { NewPhoto, Webhook } from '../service/batches.ts';
import type { Reach } from '../service/reach.ts';
import { photoKey, photosKey, type Storage } from '../service/storage.ts';
import { Problem } from './problem.ts';
import { webhookSchema } from './schemas.ts';

export const MOST_PHOTOS = 500;
const MOST_PICTURES_A_BATCH = 20_000;

export interface Upload {
  readonly id: string;
  readonly photos: readonly NewPhoto[];
  readonly recipes: Recipes;
  readonly webhook: Webhook | undefined;
  readonly priority: number;
  /** SHA-256 over all that was sent, hex. */
  readonly bodyHash: string;
}

function jsonField<T>(name: string, part: MultipartValue, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(String(part.value));
  } catch {
    // The sender gets this message.
    throw new Problem(400, 'field-unreadable', `The field '${name}' isn’t JSON.`);
  }
  const read = schema.safeParse(value);
  if (!read.success) throw new Problem(400, 'field-invalid', `${name}: ${faultsOf(read.error)}`);
  return read.data;
}

/** @throws Problem if it can't be read, or names an address inside the studio's network */
function webhookOf(part: MultipartValue, reach: Reach): Webhook {
  const webhook = jsonField('webhook', part, webhookSchema);
  if (!reach.allows(new URL(webhook.url).hostname))
    throw new Problem(
      400,
      'webhook-inside',
      'The webhook is an address inside. The operator opens networks with LIKENESS_WEBHOOK_NETWORKS.',
    );
  return webhook;
}

/** A name for people and file systems, never a path. */
const nameOf = (fileName: string): string =>
  basename(fileName, extname(fileName))
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100) || 'photo';

/**
 * Reads a multipart request part by part. Each photo goes to the storage as it arrives; if anything
 * is wrong with the request, all of them are removed again.
 * @throws Problem
 */
export async function readUpload(
  request: FastifyRequest,
  storage: Storage,
  reach: Reach,
): Promise<Upload> {
  if (!request.isMultipart())
    throw new Problem(
      415,
      'not-multipart',
      'Send multipart/form-data: a field ‘recipes’ and files ‘photos’.',
    );
  const id = randomUUID();
  try {
    return await readParts(id, request, storage, reach);
  } catch (thrown) {
    // The sender has to get the first failure, not this one.
    await storage.remove(photosKey(id)).catch(() => undefined);
    throw thrown;
  }
}

async function readParts(
  id: string,
  request: FastifyRequest,
  storage: Storage,
  reach: Reach,
): Promise<Upload> {
  const photos: NewPhoto[] = [];
  const parts: string[] = [];
  let recipes: Recipes | undefined;
  let webhook: Webhook | undefined;
  let priority = 0;
  const takePhoto = async (part: MultipartFile): Promise<void> => {
    const bytes = await part.toBuffer();
    if (bytes.length > PHOTO_MAX_BYTES)
      throw new Problem(413, 'photo-too-large', SENTENCES['photo-too-large']);
    const photo = { id: randomUUID(), name: nameOf(part.filename), hash: sha256(bytes) };
    await storage.put(photoKey(id, photo.id), bytes);
    photos.push(photo);
    parts.push(`photo ${photo.name} ${photo.hash}`);
  };
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'photos')
        throw new Problem(
          400,
          'field-unknown',
          `There is no file field '${part.fieldname}': photos come as 'photos'.`,
        );
      await takePhoto(part);
      continue;
    }
    const field = part;
    parts.push(`${field.fieldname} ${String(field.value)}`);
    if (field.fieldname === 'recipes') recipes = jsonField('recipes', field, recipesSchema);
    else if (field.fieldname === 'webhook') webhook = webhookOf(field, reach);
    else if (field.fieldname === 'priority' && /^-?\d{1,3}$/.test(String(field.value)))
      priority = Number(field.value);
    else
      throw new Problem(
        400,
        'field-unknown',
        `The field '${field.fieldname}' isn’t known, or isn’t what it should be.`,
      );
  }
  if (!recipes)
    throw new Problem(400, 'recipes-missing', 'Send what to make as JSON in the field ‘recipes’.');
  if (photos.length === 0)
    throw new Problem(400, 'photos-missing', 'Send at least one file ‘photos’.');
  const each = recipes.count ?? recipes.styles.length;
  if (each > MOST_PICTURES || each * photos.length > MOST_PICTURES_A_BATCH)
    throw new Problem(
      422,
      'batch-too-large',
      `A batch makes at most ${MOST_PICTURES_A_BATCH.toLocaleString('en')} pictures. Send several.`,
    );
  return { id, photos, recipes, webhook, priority, bodyHash: sha256(parts.join('\n')) };
}
