import { randomUUID } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { StudioError } from '../failures.ts';
import { checkLooks, type OpenEngines } from '../looks/engines.ts';
import { wordedLooks, type LookRecipes, type Recipes } from '../recipes.ts';
import { sha256 } from '../run/journal.ts';
import type { NewBatch, NewPhoto, Webhook } from '../service/batches.ts';
import type { Reach } from '../service/reach.ts';
import { photoKey, photosKey, type Storage } from '../service/storage.ts';
import { Problem, problemOf, tooMany } from './problem.ts';
import { batchRecipes, MOST_PHOTOS, parse, webhookSchema } from './schemas.ts';

const MOST_PICTURES_A_BATCH = 20_000;

/** Uploads of one token at a time; slow ones hold a connection and disk space for hours. */
const MOST_UPLOADS = 16;

export interface Upload {
  readonly id: string;
  readonly photos: readonly NewPhoto[];
  readonly recipes: NewBatch['recipes'];
  readonly engine: NewBatch['engine'];
  readonly webhook: Webhook | undefined;
  readonly priority: number;
  /** SHA-256 over all that was sent, hex. */
  readonly bodyHash: string;
}

function jsonField<T>(name: string, text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The sender gets this message.
    throw new Problem(400, 'field-unreadable', `The field '${name}' isn’t JSON.`);
  }
  return parse(schema, value, name);
}

/** What to make: pictures, or looks by an engine that the request names. @throws Problem */
function recipesOf(text: string, engines: OpenEngines): Pick<Upload, 'recipes' | 'engine'> {
  const recipes: Recipes | LookRecipes = jsonField('recipes', text, batchRecipes);
  if (!('engine' in recipes)) return { recipes, engine: undefined };
  const engine = engines.get(recipes.engine)?.named;
  if (!engine)
    throw new Problem(
      422,
      'engine-unknown',
      `There is no engine ${recipes.engine} here. ${engines.size === 0 ? 'The operator lets requests send photos to none.' : `There is: ${[...engines.keys()].join(', ')}.`}`,
    );
  try {
    checkLooks(engine, wordedLooks(recipes));
  } catch (thrown) {
    throw thrown instanceof StudioError
      ? new Problem(422, 'engine-art-only', thrown.message)
      : thrown;
  }
  // What the recipe tells; the engine's address and key are the operator's.
  const { name, kind, model } = engine;
  return { recipes, engine: { name, kind, model } };
}

/** @throws Problem if it can't be read, or names an address inside the studio's network */
function webhookOf(text: string, reach: Reach): Webhook {
  const webhook = jsonField('webhook', text, webhookSchema);
  if (!reach.allows(new URL(webhook.url).hostname))
    throw new Problem(
      400,
      'webhook-inside',
      'The webhook is an address inside. The operator opens networks with LIKENESS_WEBHOOK_NETWORKS.',
    );
  return webhook;
}

const tooLarge = (does: string, most: number, what: string): Problem =>
  new Problem(
    422,
    'batch-too-large',
    `A batch ${does} at most ${most.toLocaleString('en')} ${what}. Send several.`,
  );

/** A name for people and file systems, never a path. */
const nameOf = (fileName: string): string => {
  const name = basename(fileName, extname(fileName))
    .replace(/\p{Cc}/gu, '')
    .trim();
  // By characters: half of one is no text.
  return Array.from(name).slice(0, 100).join('') || 'photo';
};

interface Part {
  readonly name: string;
  /** Of a file, else undefined. */
  readonly file?: { readonly name: string; readonly bytes: Buffer };
  /** Of a field. */
  readonly text: string;
}

/** Of a field, which the parser has read if its type is application/json. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/**
 * The parts of a multipart request, each read to its end.
 * @throws Problem if the request can't be read: it is cut short, too large, or no multipart
 */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Part> {
  const unreadable = (thrown: unknown): Problem => {
    const { statusCode, code } = thrown as { statusCode?: number; code?: string };
    if (code === 'FST_FILES_LIMIT') return tooLarge('takes', MOST_PHOTOS, 'photos');
    if (statusCode !== undefined) return problemOf(thrown, () => undefined);
    return new Problem(
      400,
      'upload-unreadable',
      'The request isn’t multipart/form-data that can be read to its end.',
    );
  };
  const parts = request.parts();
  for (;;) {
    let part: Part;
    try {
      const next = await parts.next();
      if (next.done === true) return;
      const { value } = next;
      part =
        value.type === 'file'
          ? {
              name: value.fieldname,
              file: { name: value.filename, bytes: await value.toBuffer() },
              text: '',
            }
          : { name: value.fieldname, text: textOf(value.value) };
    } catch (thrown) {
      // Whatever fails here is the request's fault; what the caller does with a part isn't.
      throw unreadable(thrown);
    }
    yield part;
  }
}

/**
 * Counts the uploads of each token while they run.
 * @returns runs the work. @throws Problem 429 if the token has too many
 */
export function limitUploads(): <T>(token: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  return async (token, work) => {
    const count = running.get(token) ?? 0;
    if (count >= MOST_UPLOADS) throw tooMany('uploads of this token at a time', 5);
    running.set(token, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(token) ?? 1) - 1;
      if (left > 0) running.set(token, left);
      else running.delete(token);
    }
  };
}

/**
 * Reads a multipart request part by part. Each photo goes to the storage as it arrives; if anything
 * is wrong with the request, all of them are removed again.
 * @throws Problem
 */
export async function readUpload(
  request: FastifyRequest,
  storage: Storage,
  reach: Reach,
  engines: OpenEngines,
): Promise<Upload> {
  if (!request.isMultipart())
    throw new Problem(
      415,
      'not-multipart',
      'Send multipart/form-data: a field ‘recipes’ and files ‘photos’.',
    );
  const id = randomUUID();
  const photos: NewPhoto[] = [];
  const parts: string[] = [];
  let made: ReturnType<typeof recipesOf> | undefined;
  let webhook: Webhook | undefined;
  let priority = 0;
  try {
    for await (const { name, file, text } of partsOf(request)) {
      if (file) {
        if (name !== 'photos')
          throw new Problem(
            400,
            'field-unknown',
            `There is no file field '${name}': photos come as 'photos'.`,
          );
        // What is wrong with them is said before 500 photos have travelled.
        if (!made) throw recipesMissing();
        const photo = { id: randomUUID(), name: nameOf(file.name), hash: sha256(file.bytes) };
        await storage.put(photoKey(id, photo.id), file.bytes);
        photos.push(photo);
        parts.push(`photo ${photo.name} ${photo.hash}`);
        continue;
      }
      parts.push(`${name} ${text}`);
      if (name === 'recipes') made = recipesOf(text, engines);
      else if (name === 'webhook') webhook = webhookOf(text, reach);
      else if (name === 'priority' && /^-?\d{1,3}$/.test(text)) priority = Number(text);
      else
        throw new Problem(
          400,
          'field-unknown',
          `The field '${name}' isn’t known, or isn’t what it should be.`,
        );
    }
    if (!made) throw recipesMissing();
    return { id, photos, ...made, webhook, priority, bodyHash: sha256(parts.join('\n')) };
  } catch (thrown) {
    // The sender has to get the first failure, not this one.
    await storage.remove(photosKey(id)).catch(() => undefined);
    throw thrown;
  }
}

const recipesMissing = (): Problem =>
  new Problem(
    400,
    'recipes-missing',
    'Send what to make as JSON in the field ‘recipes’, before the photos.',
  );

/** @throws Problem if it makes nothing, or too much */
export function checkSize({ recipes, photos }: Upload): void {
  if (photos.length === 0)
    throw new Problem(400, 'photos-missing', 'Send at least one file ‘photos’.');
  const each =
    'engine' in recipes ? wordedLooks(recipes).length : (recipes.count ?? recipes.styles.length);
  if (each * photos.length > MOST_PICTURES_A_BATCH)
    throw tooLarge('makes', MOST_PICTURES_A_BATCH, 'pictures');
}
