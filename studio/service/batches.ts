import { randomUUID } from 'node:crypto';

import type { Recipe } from '../../renderer/core/avatars.ts';
import { downloadName } from '../../renderer/core/avatars.ts';
import type { Look } from '../../renderer/core/looks.ts';
import type { PhotoNote } from '../../renderer/core/photo-notes.ts';
import type { NamedEngine } from '../looks/engines.ts';
import { planPictures, wordedLooks, type LookRecipes, type Recipes } from '../recipes.ts';
import type { LookEntry } from '../run/journal.ts';
import { noneLeft, type Allowance } from './allowance.ts';
import type { Database, Queryable } from './database.ts';
import { endUpload } from './uploads.ts';

export type BatchState = 'running' | 'paused' | 'done' | 'cancelled';
const ITEM_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export interface Webhook {
  readonly url: string;
  readonly secret: string;
}

export interface NewPhoto {
  readonly id: string;
  /** The person's name. */
  readonly name: string;
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
}

export interface NewBatch {
  readonly id: string;
  readonly token: string;
  readonly priority: number;
  readonly recipes: Recipes | LookRecipes;
  /** That makes its looks. */
  readonly engine?: Pick<NamedEngine, 'name' | 'kind' | 'model'> | undefined;
  readonly webhook: Webhook | undefined;
  readonly photos: readonly NewPhoto[];
}

export interface Batch {
  readonly id: string;
  readonly state: BatchState;
  readonly priority: number;
  readonly recipes: Recipes | LookRecipes;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** How many are in each state. */
  readonly pictures: Readonly<Record<ItemState, number>>;
}

/** A look as it is asked for, and which engine of the operator's makes it. */
export interface LookRecipe {
  readonly look: Look;
  readonly engine: Pick<NamedEngine, 'name' | 'kind' | 'model'>;
}

export interface Item {
  readonly id: string;
  readonly n: number;
  readonly person: string;
  readonly name: string;
  readonly file_name: string;
  readonly recipe: Recipe | LookRecipe;
  readonly attempts: readonly LookEntry[];
  readonly state: ItemState;
  readonly reason: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly type: string | null;
  readonly likeness: number | null;
  readonly notes: readonly PhotoNote[];
}

/**
 * Stores a batch with all its items, planned before anything is rendered.
 * @param within done in the same transaction, with the stored batch; if it throws, nothing is stored
 * @throws LikenessError 'photo-expired' if its upload was given up
 */
export const addBatch = (
  db: Database,
  batch: NewBatch,
  within: (one: Queryable, added: Batch) => Promise<void> = () => Promise.resolve(),
): Promise<Batch> =>
  db.transaction(async (one) => {
    const { recipes, photos } = batch;
    await one.query(
      `insert into likeness.batches (id, token_id, state, priority, recipes, webhook)
       values ($1, $2, 'running', $3, $4, $5)`,
      [
        batch.id,
        batch.token,
        batch.priority,
        JSON.stringify(recipes),
        batch.webhook ? JSON.stringify(batch.webhook) : null,
      ],
    );
    await endUpload(one, batch.id);
    const items = photos.flatMap((photo) =>
      planned(photo, batch).map((item) => ({
        id: randomUUID(),
        photo_id: photo.id,
        person: photo.name,
        ...item,
      })),
    );
    await one.query(
      `insert into likeness.photos (id, batch_id, n, name, priority)
       select id, $1, n, name, $3 from jsonb_to_recordset($2) as p(id uuid, n integer, name text)`,
      [
        batch.id,
        JSON.stringify(photos.map(({ id, name }, n) => ({ id, name, n }))),
        batch.priority,
      ],
    );
    await one.query(
      `insert into likeness.items (id, batch_id, photo_id, n, person, name, file_name, recipe)
       select id, $1, photo_id, n, person, name, file_name, recipe from jsonb_to_recordset($2)
       as i(id uuid, photo_id uuid, n integer, person text, name text, file_name text, recipe jsonb)`,
      [batch.id, JSON.stringify(items.map((item, n) => ({ ...item, n: n + 1 })))],
    );
    const [added] = await readBatches(one, [batch.id]);
    if (!added) throw new Error('the batch is missing');
    await within(one, added);
    return added;
  });

/** What is made of a photo. */
const planned = (
  { hash }: NewPhoto,
  { recipes, engine }: NewBatch,
): readonly { name: string; file_name: string; recipe: Recipe | LookRecipe }[] =>
  'engine' in recipes
    ? wordedLooks(recipes).map((look) => ({
        name: look.title,
        file_name: downloadName(look.title, '_look.png'),
        recipe: { look, engine: engine ?? { name: recipes.engine, kind: 'edits', model: '' } },
      }))
    : planPictures([hash], recipes).map(({ name, fileName, work }) => ({
        name,
        file_name: fileName,
        recipe: work.recipe,
      }));

const COUNTS = ITEM_STATES.map((one) => `'${one}', count(*) filter (where i.state = '${one}')`);
const BATCH = `select b.id, b.state, b.priority, b.recipes, b.created_at, b.finished_at,
  jsonb_build_object(${COUNTS.join(', ')}) as pictures
  from likeness.batches b left join likeness.items i on i.batch_id = b.id`;

/** @param token the owner it must have; undefined for an admin */
export async function readBatch(
  db: Queryable,
  id: string,
  token: string | undefined,
): Promise<Batch | undefined> {
  const [row] = await db.query<Batch>(
    `${BATCH} where b.id = $1 and ($2::uuid is null or b.token_id = $2) group by b.id`,
    [id, token ?? null],
  );
  return row;
}

/** Those of the batches that are there. */
export const readBatches = (db: Queryable, ids: readonly string[]): Promise<Batch[]> =>
  db.query(`${BATCH} where b.id = any($1::uuid[]) group by b.id`, [ids]);

/** The items after number `after`, in order. */
export const listItems = (
  db: Queryable,
  batch: string,
  after: number,
  limit: number,
): Promise<Item[]> =>
  db.query(
    `select id, n, person, name, file_name, recipe, attempts, state, reason, bytes, sha256, type, likeness, notes
     from likeness.items where batch_id = $1 and n > $2 order by n limit $3`,
    [batch, after, limit],
  );

export interface PhotoToDo {
  readonly id: string;
  readonly batch_id: string;
  readonly failures: number;
  readonly recipes: Recipes | LookRecipes;
  /** The number of its pictures that wait to be made. */
  readonly waiting: number;
}

/** Assigns the queue's next photo to this worker alone. Returns undefined if none is ready. */
export async function takePhoto(db: Queryable, worker: string): Promise<PhotoToDo | undefined> {
  const [row] = await db.query<PhotoToDo>(
    `update likeness.photos p set worker_id = $1 from likeness.batches b where p.id = (
       select id from likeness.photos where worker_id is null and ready_at <= now()
       order by priority desc, place limit 1 for update skip locked
     ) and b.id = p.batch_id returning p.id, p.batch_id, p.failures, b.recipes,
     (select count(*)::int from likeness.items i where i.photo_id = p.id and i.state = 'waiting') as waiting`,
    [worker],
  );
  return row;
}

/** The number of photos in the queue. */
export async function countPhotos(db: Queryable): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `select count(*)::int as n from likeness.photos where worker_id is null and ready_at is not null`,
  );
  return row?.n ?? 0;
}

export interface ItemToDo {
  readonly id: string;
  readonly recipe: Recipe | LookRecipe;
  readonly attempts: readonly LookEntry[];
}

/**
 * Assigns the photo's next picture to this worker alone. Returns undefined if none is left, the
 * batch is paused, or the photo was given to another worker.
 */
export async function claimItem(
  db: Queryable,
  photo: string,
  worker: string,
): Promise<ItemToDo | undefined> {
  const [row] = await db.query<ItemToDo>(
    `update likeness.items set state = 'running', worker_id = $2 where id = (
       select i.id from likeness.items i join likeness.batches b on b.id = i.batch_id
       join likeness.photos p on p.id = i.photo_id
       where p.id = $1 and p.worker_id = $2 and i.state = 'waiting' and b.state = 'running'
       order by i.n limit 1 for update of i skip locked
     ) returning id, recipe, attempts`,
    [photo, worker],
  );
  return row;
}

export interface Finished {
  readonly bytes: number;
  readonly sha256: string;
  readonly type: string;
  readonly likeness: number;
  readonly notes: readonly PhotoNote[];
}

/**
 * Stores a picture's facts and counts it, in one statement: all of it or nothing. It does nothing
 * if the item is no longer this worker's, because it was cancelled or reassigned. An item is done
 * only once, so that its avatar needs no key. Returns whether the picture is wanted: not if its
 * batch was cancelled meanwhile.
 * @throws StudioError 'plan' if no avatar is left
 */
export async function finishItem(
  db: Queryable,
  item: string,
  worker: string,
  { bytes, sha256, type, likeness, notes }: Finished,
  allowance: Allowance,
): Promise<boolean> {
  const covered = allowance();
  const [row] = await db.query<{ counted: boolean }>(
    `with mine as (
       select from likeness.items where id = $1 and state = 'running' and worker_id = $2 for update
     ), counted as (
       update likeness.allowance set used = used + 1
       where id = 1 and ($7::integer is null or used < $7) and exists (select from mine) returning id
     ), kept as (
       update likeness.items set state = 'done', bytes = $3, sha256 = $4, type = $5, likeness = $6, notes = $8
       where id = $1 and exists (select from counted)
     ), credited as (
       update likeness.workers set pictures = pictures + 1
       where id = $2 and exists (select from counted)
     )
     select exists (select from counted) as counted from mine`,
    [item, worker, bytes, sha256, type, likeness, covered ?? null, JSON.stringify(notes)],
  );
  if (row && !row.counted) throw noneLeft(covered);
  if (row) return true;
  const wanted = await db.query(
    `select from likeness.items where id = $1 and state <> 'cancelled'`,
    [item],
  );
  return wanted.length > 0;
}

/**
 * @param reason an error code of the product, or how a look ended
 * @param picture of a look that may be somebody else: it isn't counted
 */
export const failItem = (
  db: Queryable,
  item: string,
  worker: string,
  reason: string,
  { bytes, sha256, type, notes = [] }: Partial<Finished> = {},
) =>
  db.query(
    `update likeness.items set state = 'failed', reason = $3, bytes = $4, sha256 = $5, type = $6, notes = $7
     where id = $1 and state = 'running' and worker_id = $2`,
    [item, worker, reason, bytes ?? null, sha256 ?? null, type ?? null, JSON.stringify(notes)],
  );

/** Writes the attempts at a look down. @returns false if it is no longer this worker's */
export const keepAttempts = async (
  db: Queryable,
  item: string,
  worker: string,
  attempts: readonly LookEntry[],
): Promise<boolean> => {
  const rows = await db.query(
    `update likeness.items set attempts = $3
     where id = $1 and state = 'running' and worker_id = $2 returning id`,
    [item, worker, JSON.stringify(attempts)],
  );
  return rows.length > 0;
};

/** Fails everything still to be made of a photo. */
export const failPhoto = (db: Queryable, photo: string, reason: string) =>
  db.query(
    `update likeness.items set state = 'failed', reason = $2
     where photo_id = $1 and state in ('waiting', 'running')`,
    [photo, reason],
  );

/** Puts the items that a worker had started back to waiting. */
export const releaseItems = (db: Queryable, photo: string, worker: string) =>
  db.query(
    `update likeness.items set state = 'waiting', worker_id = null
     where photo_id = $1 and state = 'running' and worker_id = $2`,
    [photo, worker],
  );

/** Returns how often the photo has failed so far. */
export async function countFailure(db: Queryable, photo: string): Promise<number> {
  const [row] = await db.query<{ failures: number }>(
    'update likeness.photos set failures = failures + 1 where id = $1 returning failures',
    [photo],
  );
  return row?.failures ?? 0;
}

/** Ends the batches with nothing left to do. */
const END_BATCHES = `update likeness.batches b set state = 'done', finished_at = now()
  where state = 'running' and not exists (
    select from likeness.items i where i.batch_id = b.id and i.state in ('waiting', 'running'))`;
export const endBatches = (db: Queryable) => db.query(END_BATCHES);

/**
 * Ended batches whose photos and webhook still have to be dealt with. One that was cancelled while a
 * worker has a photo of it comes later: that worker may be writing a picture.
 */
export const unsettledBatches = (
  db: Queryable,
): Promise<{ id: string; state: BatchState; webhook: Webhook | null }[]> =>
  db.query(
    `select id, state, webhook from likeness.batches b
     where not settled and state in ('done', 'cancelled') and not exists (
       select from likeness.photos p where p.batch_id = b.id and p.worker_id is not null)`,
  );

/** @param state the one that was dealt with: a batch that was deleted meanwhile stays unsettled */
export const markSettled = (db: Queryable, batch: string, state: BatchState) =>
  db.query('update likeness.batches set settled = true where id = $1 and state = $2', [
    batch,
    state,
  ]);

/** Pauses, resumes or cancels a batch. Returns false if its state doesn't allow that. */
export async function changeBatch(
  db: Database,
  id: string,
  to: 'paused' | 'running' | 'cancelled',
): Promise<boolean> {
  const from = {
    paused: ['running'],
    running: ['paused'],
    cancelled: ['running', 'paused', 'done'],
  }[to];
  return db.transaction(async (one) => {
    const rows = await one.query(
      `update likeness.batches set state = $2, settled = false,
       finished_at = case when $2 = 'cancelled' then now() else finished_at end
       where id = $1 and state = any($3) returning id`,
      [id, to, from],
    );
    if (rows.length === 0) return false;
    if (to === 'cancelled')
      await one.query(
        `update likeness.items set state = 'cancelled' where batch_id = $1 and state in ('waiting', 'running')`,
        [id],
      );
    // Also of a photo that a worker has: it may be about to leave it.
    await one.query(
      `update likeness.photos p set ready_at = case when $2 = 'running' and exists (
         select from likeness.items
         where batch_id = $1 and photo_id = p.id and state in ('waiting', 'running')
       ) then now() end where batch_id = $1`,
      [id, to],
    );
    return true;
  });
}

/** Photos whose worker hasn't sent a heartbeat for that long. */
export const orphanedPhotos = (
  db: Queryable,
  silentSeconds: number,
): Promise<{ id: string; worker_id: string }[]> =>
  db.query(
    `select p.id, p.worker_id from likeness.photos p
     left join likeness.workers w on w.id = p.worker_id
     where p.worker_id is not null
     and (w.id is null or w.heartbeat_at < now() - make_interval(secs => $1))`,
    [silentSeconds],
  );

/**
 * Releases a photo, unless another worker has taken it meanwhile; the last one ends its batch.
 * @param seconds until the rest of it may be made, if there is any and the batch isn't paused
 */
export async function leavePhoto(
  db: Queryable,
  photo: string,
  worker: string,
  seconds = 1,
): Promise<void> {
  const [left] = await db.query<{ batch_id: string }>(
    `update likeness.photos set worker_id = null, ready_at = case
       when ready_at is not null and exists (
         select from likeness.items where photo_id = $1 and state = 'waiting'
       ) then now() + make_interval(secs => $3) end
     where id = $1 and worker_id = $2 returning batch_id`,
    [photo, worker, seconds],
  );
  // A statement of its own: pausing locks the batch before its photos.
  if (left) await db.query(`${END_BATCHES} and id = $1`, [left.batch_id]);
}
