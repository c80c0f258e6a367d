import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Line } from '../../engine-host/line.ts';
import {
  EngineError,
  type EngineErrorCode,
  type Readiness,
} from '../../renderer/core/engines/engine.ts';
import { protocolOf } from '../../renderer/core/engines/protocol.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { saidNote } from '../../renderer/core/photo-notes.ts';
import { standInEngine } from '../../tests/studio/stand-in-engine.ts';
import { sharedFolder } from '../../tests/support/folders.ts';
import { postgresPrograms, startPostgres } from '../../tests/support/postgres.ts';
import { minutes } from '../../tests/support/timeouts.ts';
import { viewOfItem } from '../api/schemas.ts';
import type { Engine } from '../engine/engine.ts';
import type { OpenEngines } from '../looks/engines.ts';
import { looksSchema, recipesSchema, type LookRecipes, type Recipes } from '../recipes.ts';
import { usedAvatars } from './allowance.ts';
import {
  addBatch,
  changeBatch,
  claimItem,
  finishItem,
  leavePhoto,
  listItems,
  readBatch,
  takePhoto,
} from './batches.ts';
import { openDatabase, type Database, type Queryable } from './database.ts';
import { keepHouse } from './housekeeping.ts';
import { createReach } from './reach.ts';
import { SCHEMA } from './schema.ts';
import { folderStorage, photoKey, photosKey, pictureKey, type Storage } from './storage.ts';
import { addToken } from './tokens.ts';
import { uploadStorage } from './uploads.ts';
import { startHouse, startWorker, type Worker, type WorkerDeps } from './worker.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let db: Database;
let storage: Storage;
let token: string;
let workers: Worker[] = [];

const work = (engine: Engine, more: Partial<WorkerDeps> = {}): Worker => {
  const worker = startWorker({
    db,
    storage,
    reach: createReach(''),
    engine,
    allowance: () => undefined,
    log: () => undefined,
    ...more,
  });
  workers.push(worker);
  return worker;
};

async function post(
  photos: readonly string[],
  count: number,
  priority = 0,
  recipes: Recipes | LookRecipes = recipesSchema.parse({ count, seed: 1 }),
): Promise<string> {
  const id = randomUUID();
  const written = photos.map((name) => ({ id: randomUUID(), name, hash: name.padEnd(8, '0') }));
  const upload = uploadStorage(db, storage);
  for (const photo of written) await upload.put(photoKey(id, photo.id), Buffer.from(photo.name));
  const batch = {
    id,
    token,
    priority,
    recipes,
    webhook: undefined,
  };
  await addBatch(db, { ...batch, photos: written });
  return id;
}

const postLooks = (looks: readonly string[]): Promise<string> =>
  post(['a'], 0, 0, looksSchema.parse({ engine: 'own', looks }));

/** An engine that charges for each picture and knows no jobs. */
const paidEngine = (
  picture: () => Promise<Uint8Array>,
  probe: () => Readiness = () => ({ version: '', missing: [], sendsOn: [] }),
): OpenEngines => {
  const own = { name: 'own', kind: 'edits', address: 'http://127.0.0.1:9', model: '' } as const;
  const named = { ...own, authorization: undefined, protocol: protocolOf({ kind: 'edits' }) };
  const line: Line = {
    class: 'machine',
    follow: async (_flow, options) => (options ? await picture() : probe()) as never,
  };
  return new Map([['own', { named, line }]]);
};

/** Waits until the batch is like that; returns it. */
const becomes = (id: string, like: object, timeout = 20_000) =>
  vi.waitFor(
    async () => {
      const found = await readBatch(db, id, undefined);
      const batch = { ...found, ...found?.pictures };
      expect(batch).toMatchObject(like);
      return batch;
    },
    { timeout, interval: 100 },
  );
const ended = (id: string) => becomes(id, { state: 'done' }, 90_000);

/** A worker whose engine stops in the middle of so many pictures, until it is released. */
async function heldWorker(pictures: number) {
  let begun = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const worker = work(
    standInEngine(() => {
      begun += 1;
      return held;
    }),
  );
  await vi.waitFor(() => expect(begun).toBeGreaterThanOrEqual(pictures), { timeout: 20_000 });
  return { worker, release };
}

const programs = postgresPrograms();
let server: Awaited<ReturnType<typeof startPostgres>> | undefined;

describe.each([
  { name: 'embedded', isThere: true, url: () => Promise.resolve('') },
  {
    name: 'Debian’s PostgreSQL',
    isThere: programs !== undefined,
    url: async () => (server = await startPostgres(programs ?? '')).url,
  },
])('on $name', ({ isThere, url }) => {
  if (!isThere) {
    it.skip('PostgreSQL is not installed here', () => undefined);
    return;
  }
  const folder = sharedFolder();
  // Opened once, because an embedded database takes a while.
  beforeAll(async () => {
    vi.stubEnv('DATABASE_URL', await url());
    db = await openDatabase(folder);
    storage = folderStorage(join(folder, 'storage'));
    token = (await addToken(db, 'test', ['write'])).id;
  }, minutes(1));
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.drain()));
    workers = [];
  });
  afterAll(async () => {
    await db.close();
    await server?.stop();
    vi.unstubAllEnvs();
  });

  it('returns every value as it was stored, whatever it contains', async () => {
    const texts = [
      "O'Brien",
      "'); drop table batches; --",
      'C:\\photos\\x',
      '\\',
      "\\'",
      '{"a,b"}',
      '$1',
      'two\nlines',
      '',
      'null',
    ];
    const at = new Date(1_700_000_000_123);
    const select =
      'select $1::text as text, $2::text[] as texts, $3::jsonb as json, $4::timestamptz as at, $5::int as number, $6::boolean as yes, $7::text as nothing';
    for (const text of texts)
      expect(await db.query(select, [text, texts, { [text]: texts }, at, 7, true, null])).toEqual([
        { text, texts, json: { [text]: texts }, at, number: 7, yes: true, nothing: null },
      ]);
  });

  it('two workers make each picture once, and count each once', async () => {
    const made = new Map<string, number>();
    const engine = standInEngine((picture) => void made.set(picture, (made.get(picture) ?? 0) + 1));
    const id = await post(['a', 'b', 'c', 'd', 'e', 'bad'], 10);
    // As with a separate server: neither worker takes the other one for dead.
    const shared = { ...db, shared: true };
    work(engine, { db: shared });
    work(engine, { db: shared });
    expect(await ended(id)).toMatchObject({ done: 50, failed: 10, waiting: 0, running: 0 });
    expect([...made.values()].every((times) => times === 1)).toBe(true);
    expect(made.size).toBe(50);
    expect(readdirSync(join(folder, 'storage/pictures', id))).toHaveLength(50);
    expect(await usedAvatars(db)).toBe(50);
    await vi.waitFor(() => expect(readdirSync(join(folder, 'storage/photos'))).toEqual([]), {
      timeout: 20_000,
    });
    const refused = (await listItems(db, id, 50, 1))[0];
    expect(refused).toMatchObject({ state: 'failed', reason: 'photo-no-face' });
  });

  it('says of each picture what to know about its photo', async () => {
    work(standInEngine());
    const id = await post(['noted', 'bob'], 1);
    await ended(id);
    const [noted, bob] = (await listItems(db, id, 0, 2)).map(viewOfItem);
    expect(noted?.notes).toEqual([saidNote('animated'), saidNote('close')]);
    expect(bob).not.toHaveProperty('notes');
  });

  it('a worker takes no photo before the others know of it', async () => {
    let beat: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (beat = resolve));
    const late: Database = {
      ...db,
      shared: true,
      query: async (sql, values) => {
        if (sql.includes('into likeness.workers')) await held;
        return db.query(sql, values);
      },
    };
    let madeByLate = 0;
    const id = await post(['a', 'b'], 5);
    work(
      standInEngine(() => void (madeByLate += 1)),
      { db: late },
    );
    work(standInEngine(), { db: { ...db, shared: true } });
    expect(await ended(id)).toMatchObject({ done: 10 });
    expect(madeByLate).toBe(0);
    beat();
    const next = await post(['c', 'd', 'e'], 5);
    expect(await ended(next)).toMatchObject({ done: 15 });
  });

  it('gives signs of life while the storage hangs', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const stuck: Storage = { ...storage, remove: (key) => held.then(() => storage.remove(key)) };
    let beats = 0;
    const counting: Database = {
      ...db,
      query: (sql, values) => {
        if (sql.includes('into likeness.workers')) beats += 1;
        return db.query(sql, values);
      },
    };
    const id = await post(['a'], 1);
    work(standInEngine(), { db: counting, storage: stuck });
    await ended(id);
    beats = 0;
    await vi.waitFor(() => expect(beats).toBe(3), { timeout: 60_000, interval: 200 });
    expect(readdirSync(join(folder, 'storage/photos'))).toContain(id);
    release();
  });

  it('gives signs of life while it drains', async () => {
    await post(['a'], 1);
    const { worker, release } = await heldWorker(1);
    const drained = worker.drain();
    await db.query(`update likeness.workers set heartbeat_at = now() - interval '1 minute'`);
    await vi.waitFor(
      async () =>
        expect(
          await db.query(
            `select from likeness.workers where heartbeat_at > now() - interval '30 s'`,
          ),
        ).toHaveLength(1),
      { timeout: 20_000, interval: 200 },
    );
    release();
    await drained;
    expect(await db.query('select from likeness.workers')).toEqual([]);
  });

  it('ends though the database is away', async () => {
    let isAway = false;
    const away: Database = {
      ...db,
      query: (sql, values) =>
        isAway ? Promise.reject(new Error('the database is away')) : db.query(sql, values),
    };
    const worker = work(standInEngine(), { db: away });
    isAway = true;
    await worker.drain();
  });

  it('takes nobody for dead because the database was away', async () => {
    const living = randomUUID();
    const id = await post(['a'], 1);
    await db.query('update likeness.photos set worker_id = $2 where batch_id = $1', [id, living]);
    await db.query(
      `insert into likeness.workers (id, name, heartbeat_at) values ($1, '', now() - interval '1 hour')`,
      [living],
    );
    let asked = 0;
    const back: Database = {
      ...db,
      shared: true,
      query: async (sql, values) => {
        if (!sql.includes('likeness.deliveries') && asked++ === 0) throw new Error('away');
        if (sql === 'select 1')
          await db.query('update likeness.workers set heartbeat_at = now() where id = $1', [
            living,
          ]);
        return db.query(sql, values);
      },
    };
    const house = startHouse({
      ...{ db: back, storage, reach: createReach('') },
      log: () => undefined,
    });
    await vi.waitFor(() => expect(asked).toBeGreaterThan(3), { timeout: 30_000, interval: 200 });
    await house.drain();
    expect(
      await db.query('select worker_id from likeness.photos where batch_id = $1', [id]),
    ).toEqual([{ worker_id: living }]);
    await changeBatch(db, id, 'cancelled');
    await db.query('delete from likeness.workers where id = $1', [living]);
  });

  it('what is no picture’s fault is tried again: a full disk loses nothing', async () => {
    let left = 2;
    const full: Storage = {
      ...storage,
      put: (key, bytes) => {
        if (key.startsWith('pictures/') && left-- > 0)
          return Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
        return storage.put(key, bytes);
      },
    };
    const id = await post(['a'], 3);
    // It isn't the photo's fault, however often it happens.
    await db.query('update likeness.photos set failures = 4 where batch_id = $1', [id]);
    work(standInEngine(), { storage: full });
    expect(await ended(id)).toMatchObject({ done: 3, failed: 0 });
  });

  it('a look that was paid for is stored once its storage and the database are back', async () => {
    const awayFor = { storage: 1, database: 1 };
    const away: Partial<WorkerDeps> = {
      storage: {
        ...storage,
        put: (key, bytes) =>
          key.includes('.received/') && awayFor.storage-- > 0
            ? Promise.reject(new Error('no space'))
            : storage.put(key, bytes),
      },
      db: {
        ...db,
        query: (sql, values) =>
          sql.includes('set attempts') &&
          String(values?.[2]).includes('"received"') &&
          awayFor.database-- > 0
            ? Promise.reject(new Error('the database is away'))
            : db.query(sql, values),
      },
    };
    let asked = 0;
    const engines = paidEngine(() => {
      asked += 1;
      return Promise.resolve(Buffer.from('look'));
    });
    const id = await postLooks(['linkedin', 'doctor']);
    work(standInEngine(), { ...away, engines });
    expect(await ended(id)).toMatchObject({ done: 2, failed: 0 });
    expect(asked).toBe(2);
    expect(awayFor.database).toBeLessThan(0);
  });

  it('a look that can’t be stored is let go when its batch is deleted', async () => {
    const said: string[] = [];
    const full: Storage = { ...storage, put: () => Promise.reject(new Error('no space')) };
    const engines = paidEngine(() => Promise.resolve(Buffer.from('look')));
    const id = await postLooks(['linkedin']);
    const worker = work(standInEngine(), {
      ...{ storage: full, engines },
      log: (text) => void said.push(text),
    });
    await vi.waitFor(() => expect(said).toEqual(['The storage fails: no space']), {
      timeout: 20_000,
    });
    expect(await readBatch(db, id, undefined)).toMatchObject({ pictures: { running: 1 } });
    expect(await changeBatch(db, id, 'cancelled')).toBe(true);
    await worker.drain();
    expect(said).toHaveLength(1);
  });

  it('a look whose comparison crashes the browser is compared again, not made again', async () => {
    let [asked, crashes] = [0, 0];
    const engines = paidEngine(() => {
      asked += 1;
      return Promise.resolve(Buffer.from('look'));
    });
    const id = await postLooks(['linkedin']);
    const crashing = standInEngine((picture) => {
      if (picture === 'look' && crashes++ === 0) throw new LikenessError('engine-failed');
    });
    work(crashing, { engines });
    expect(await ended(id)).toMatchObject({ done: 1 });
    expect([asked, crashes]).toEqual([1, 2]);
  });

  it('a look that crashes the browser every time fails, and no other does', async () => {
    const engines = paidEngine(() => Promise.resolve(Buffer.from('look')));
    const id = await postLooks(['linkedin', 'doctor']);
    await db.query('update likeness.photos set failures = 4 where batch_id = $1', [id]);
    let crashes = 0;
    const crashing = standInEngine(() => {
      if (crashes++ === 0) throw new LikenessError('engine-failed');
    });
    work(crashing, { engines });
    expect(await ended(id)).toMatchObject({ done: 1, failed: 1 });
  });

  it.each([
    ['isn’t here', undefined, false, 'This process may send no photos to an engine own.'],
    ['doesn’t answer', 'not-running', false, 'The engine own: It doesn’t answer.'],
    ['is busy', 'busy', false, 'The engine own: It is busy.'],
    ['is busy once it has a photo', 'busy', true, 'The engine own: It is busy.'],
  ] as const)('looks whose engine %s wait, holding up nothing', async (_, code, isUp, why) => {
    const fail = (failure: EngineErrorCode): never => {
      throw new EngineError(failure, '', 0);
    };
    const engines = code && paidEngine(() => fail(code), isUp ? undefined : () => fail(code));
    const looks = await postLooks(['linkedin']);
    const later = await post(['a'], 2);
    const said: string[] = [];
    const worker = work(standInEngine(), {
      ...(engines && { engines }),
      log: (text) => void said.push(text),
    });
    await ended(later);
    // It was tried before, and isn't again for a minute.
    expect(said).toEqual([expect.stringContaining(why)]);
    await worker.drain();
    await becomes(looks, { state: 'running', waiting: 1 });
    await changeBatch(db, looks, 'cancelled');
  });

  it('pauses after the current pictures, continues, and drains without losing any', async () => {
    let begun = 0;
    const held: (() => void)[] = [];
    const release = (): void => held.splice(0).forEach((go) => go());
    const engine = standInEngine(
      () =>
        new Promise<void>((resolve) => {
          begun += 1;
          if (begun > 4) resolve();
          else held.push(resolve);
        }),
    );
    const id = await post(['a'], 5);
    const first = work(engine);
    await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 20_000 });
    expect(await changeBatch(db, id, 'paused')).toBe(true);
    release();
    await becomes(id, { state: 'paused', done: 2, waiting: 3 });
    expect(await changeBatch(db, id, 'running')).toBe(true);
    await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 20_000 });
    const drained = first.drain();
    release();
    await drained;
    workers = [];
    await becomes(id, { done: 4, waiting: 1, running: 0 });
    work(engine);
    expect(await ended(id)).toMatchObject({ done: 5 });
    expect(await changeBatch(db, id, 'paused')).toBe(false);
  });

  /** The photos that stand in the queue. */
  const queued = async (batch: string): Promise<unknown[]> => {
    const photos = await db.query(
      `select n from likeness.photos
       where batch_id = $1 and worker_id is null and ready_at is not null order by n`,
      [batch],
    );
    return photos.map(({ n }) => n);
  };

  it('pauses and resumes as often as wanted', async () => {
    const id = await post(['a', 'b', 'c'], 3);
    const { worker, release } = await heldWorker(2);
    for (let n = 0; n < 5; n += 1) {
      expect(await changeBatch(db, id, 'paused')).toBe(true);
      expect(await queued(id)).toEqual([]);
      expect(await changeBatch(db, id, 'running')).toBe(true);
    }
    expect(await queued(id)).toEqual([1, 2]);
    // What is put away while it is paused stays out of the queue until it is resumed.
    expect(await changeBatch(db, id, 'paused')).toBe(true);
    release();
    const held = 'select from likeness.photos where batch_id = $1 and worker_id is not null';
    await vi.waitFor(async () => expect(await db.query(held, [id])).toEqual([]), {
      timeout: 20_000,
    });
    await worker.drain();
    workers = [];
    expect(await queued(id)).toEqual([]);
    expect(await changeBatch(db, id, 'running')).toBe(true);
    expect(await queued(id)).toEqual([0, 1, 2]);
    work(standInEngine());
    expect(await ended(id)).toMatchObject({ done: 9 });
  });

  it('a batch that is resumed before or while a worker puts its photo away is made', async () => {
    const id = await post(['a', 'b'], 2);
    const worker = randomUUID();
    const change = (to: 'paused' | 'running') => changeBatch(db, id, to);
    for (let n = 0; n < 20; n += 1) {
      const photo = (await takePhoto(db, worker))?.id ?? '';
      await change('paused');
      expect(await claimItem(db, photo, worker)).toBeUndefined();
      const leave = () => leavePhoto(db, photo, worker, 0);
      if (n === 0) await change('running').then(leave);
      else await Promise.all(n % 2 ? [leave(), change('running')] : [change('running'), leave()]);
      expect(await queued(id)).toEqual([0, 1]);
    }
    work(standInEngine());
    expect(await ended(id)).toMatchObject({ done: 4 });
  });

  const keep = (): Promise<void> => keepHouse({ db: { ...db, shared: true }, storage }, randomUUID);

  it('makes what an older database has in its queue', async () => {
    const [running, paused] = [await post(['a', 'b', 'c'], 1), await post(['d'], 1, 5)];
    await changeBatch(db, paused, 'paused');
    await db.query(
      `update likeness.items set state = 'done' where batch_id = $1 and person = 'a'`,
      [running],
    );
    for (const older of [
      'alter table likeness.photos drop priority, drop place, drop ready_at, add job_id uuid',
      'create schema likeness_queue',
      'create table likeness_queue.job (id uuid)',
    ])
      await db.query(older);
    // The second time there is nothing to change.
    for (const statement of [...SCHEMA, ...SCHEMA]) await db.query(statement);
    expect([await queued(running), await queued(paused)]).toEqual([[1, 2], []]);
    await changeBatch(db, paused, 'running');
    expect((await takePhoto(db, randomUUID()))?.batch_id).toBe(paused);
    await changeBatch(db, paused, 'cancelled');
    work(standInEngine());
    expect(await ended(running)).toMatchObject({ done: 3 });
    expect(await db.query(`select from pg_namespace where nspname = 'likeness_queue'`)).toEqual([]);
  });

  it('removes the photos of an upload that died, and of no other', async () => {
    const [dead, slow] = [randomUUID(), randomUUID()];
    const uploads = [uploadStorage(db, storage), uploadStorage(db, storage)];
    await uploads[0]?.put(photoKey(dead, 'one'), Buffer.from('face'));
    await uploads[1]?.put(photoKey(slow, 'one'), Buffer.from('face'));
    await db.query(
      `update likeness.uploads set at = now() - interval '2 hours' where batch_id = any($1)`,
      [[dead, slow]],
    );
    await uploads[1]?.put(photoKey(slow, 'two'), Buffer.from('face'));
    await keep();
    expect(await storage.get(photoKey(dead, 'one'))).toBeUndefined();
    expect(await storage.get(photoKey(slow, 'one'))).toBeDefined();
    // If it lived after all, it fails as a whole instead of in part.
    await expect(uploads[0]?.put(photoKey(dead, 'two'), Buffer.from('face'))).rejects.toMatchObject(
      { code: 'photo-expired' },
    );
    expect(readdirSync(join(folder, 'storage/photos'))).toEqual([slow]);
    await uploads[1]?.remove(photosKey(slow));
    expect(await db.query('select from likeness.uploads')).toEqual([]);
  });

  it.each([
    ['a worker that the others know', false],
    ['a worker that was given up for dead', true],
  ])('keeps no picture that %s makes after the batch was deleted', async (_which, isLost) => {
    const id = await post(['a'], 2);
    const { worker, release } = await heldWorker(1);
    expect(await changeBatch(db, id, 'cancelled')).toBe(true);
    if (isLost)
      await db.query('update likeness.photos set worker_id = null where batch_id = $1', [id]);
    await keep();
    release();
    await worker.drain();
    workers = [];
    await keep();
    expect(existsSync(join(folder, 'storage/pictures', id))).toBe(false);
    expect(existsSync(join(folder, 'storage/photos', id))).toBe(false);
    expect(await db.query('select settled from likeness.batches where id = $1', [id])).toEqual([
      { settled: true },
    ]);
  });

  it('keeps no picture of a batch that is deleted while it is settled', async () => {
    const id = await post(['a'], 1);
    await storage.put(pictureKey(id, 'one'), Buffer.from('face'));
    await db.query(`update likeness.items set state = 'done' where batch_id = $1`, [id]);
    const deleting: Storage = {
      ...storage,
      async remove(key) {
        if (key === photosKey(id)) await changeBatch(db, id, 'cancelled');
        await storage.remove(key);
      },
    };
    const shared = { ...db, shared: true };
    await keepHouse({ db: shared, storage: deleting }, randomUUID);
    await keep();
    expect(await storage.get(pictureKey(id, 'one'))).toBeUndefined();
  });

  it('a batch that goes before is made before', async () => {
    const order: string[] = [];
    const later = await post(['later'], 1);
    const sooner = await post(['sooner'], 1, 5);
    work(standInEngine((picture) => void order.push(picture)));
    await Promise.all([ended(later), ended(sooner)]);
    expect(order.map((text) => (JSON.parse(text) as [string])[0])).toEqual(['sooner', 'later']);
  });

  it.each(['force_custom_plan', 'force_generic_plan'])(
    'takes the next photo by its index and compiles nothing, however many have just been added: %s',
    async (mode) => {
      const id = await post(['a'], 1, -100);
      await db.query(
        `insert into likeness.photos (id, batch_id, n, name, priority)
         select gen_random_uuid(), $1, n, '', -100 from generate_series(1, 3000) n`,
        [id],
      );
      const planned = async (
        run: (one: Queryable) => Promise<unknown>,
        ...settings: readonly string[]
      ): Promise<string> => {
        let text = '';
        await run({ query: (sql) => ((text = sql), Promise.resolve([])) });
        return db.transaction(async (one) => {
          for (const setting of [`plan_cache_mode = ${mode}`, ...settings])
            await one.query(`set local ${setting}`);
          await one.query(`prepare planned as ${text}`);
          const values = text.includes('$2') ? [id, id] : [id];
          const plan = await one.query(
            `explain (format json) execute planned('${values.join("', '")}')`,
          );
          await one.query('deallocate planned');
          return JSON.stringify(plan);
        });
      };
      const taken = await planned((one) => takePhoto(one, id));
      expect(taken).toContain('"Index Name":"photos_next"');
      expect(taken).not.toContain('"Sort"');
      // Compiling took more than a second for each picture.
      const claiming = (one: Queryable) => claimItem(one, id, id);
      expect(taken + (await planned(claiming))).not.toContain('"JIT"');
      if (server) {
        const [row] = await db.transaction(async (one) => {
          await one.query('set local jit = on');
          return one.query<{ able: boolean }>('select pg_jit_available() as able');
        });
        // By default this server would have compiled it.
        if (row?.able === true) expect(await planned(claiming, 'jit = on')).toContain('"JIT"');
      }
      await db.query('delete from likeness.batches where id = $1', [id]);
    },
  );

  it('a picture that is finished twice at once counts once', async () => {
    const before = await usedAvatars(db);
    const id = await post(['a'], 2);
    const worker = randomUUID();
    const photo = (await takePhoto(db, worker))?.id ?? '';
    // A worker that was given up for dead finds nothing left to claim.
    expect(await claimItem(db, photo, randomUUID())).toBeUndefined();
    const item = await claimItem(db, photo, worker);
    const made = { bytes: 1, sha256: '', type: 'image/png', likeness: 1, notes: [] };
    const finish = (by: string): Promise<boolean> =>
      finishItem(db, item?.id ?? '', by, made, () => undefined);
    await Promise.all([finish(worker), finish(worker), finish(randomUUID())]);
    await becomes(id, { done: 1, waiting: 1, running: 0 });
    expect(await usedAvatars(db)).toBe(before + 1);
    await changeBatch(db, id, 'cancelled');
  });

  it('makes no more than the purchases cover, and continues when they cover more', async () => {
    const before = await usedAvatars(db);
    let covered = before;
    let drawn = 0;
    const said: string[] = [];
    const id = await post(['a', 'b'], 4);
    const deps: Partial<WorkerDeps> = {
      allowance: () => covered,
      db: { ...db, shared: true },
      log: (text) => void said.push(text),
    };
    const engine = standInEngine(() => void (drawn += 1));
    work(engine, deps);
    work(engine, deps);
    await vi.waitFor(() => expect(said.length).toBeGreaterThan(1), { timeout: 20_000 });
    expect(drawn).toBe(0);
    covered = before + 2;
    await becomes(id, { done: 2, waiting: 6 });
    expect(await usedAvatars(db)).toBe(before + 2);
    covered = before + 10;
    expect(await ended(id)).toMatchObject({ done: 8 });
    expect(await usedAvatars(db)).toBe(before + 8);
  });
});

/** Opens the database in the folder, adds that many rows one by one, and closes it at a newline. */
const OWNER = `
  import { openDatabase } from ${JSON.stringify(fileURLToPath(new URL('./database.ts', import.meta.url)))};
  const [, folder, name, rows] = process.argv;
  try {
    const db = await openDatabase(folder);
    for (let n = 0; n < Number(rows); n += 1)
      await db.query('insert into likeness.spent (key) values ($1)', [name + n]);
    process.stdout.write('open\\n');
    process.stdin.once('data', async () => {
      await db.close();
      process.exit(0);
    });
  } catch (thrown) {
    process.stdout.write(thrown.message);
    process.exit(1);
  }
`;
/** Runs a program as the first process of a process namespace, as containers do. */
const APART = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canBeApart = spawnSync('unshare', [...APART, 'true']).status === 0;

describe('the embedded database of one folder', { timeout: minutes(4) }, () => {
  const shared = sharedFolder();
  const started: ChildProcess[] = [];
  beforeAll(() => vi.stubEnv('DATABASE_URL', ''));
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    vi.unstubAllEnvs();
  });

  /** Starts a container's owner; the result says how it went, and lets it close. */
  async function own(name: string, rows: number) {
    const args = ['--import', 'tsx', '--input-type=module', '--eval', OWNER, shared, name];
    const child = spawn('unshare', [...APART, process.execPath, ...args, String(rows)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    started.push(child);
    const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
    const said = await new Promise<string>((resolve) => {
      let all = '';
      child.stdout.on('data', (chunk: Buffer) => {
        all += chunk.toString();
        if (all === 'open\n') resolve(all);
      });
      void ended.then(() => resolve(all));
    });
    return {
      said,
      close: () => (child.stdin.end('\n'), ended),
      kill: () => (child.kill('SIGKILL'), ended),
    };
  }

  async function rows(): Promise<number | undefined> {
    const opened = await openDatabase(shared);
    try {
      const [row] = await opened.query<{ n: number }>(
        'select count(*)::int as n from likeness.spent',
      );
      return row?.n;
    } finally {
      await opened.close();
    }
  }

  it.skipIf(!canBeApart)(
    'is one container’s at a time, each process 1 of its own: 600 rows in, 600 out',
    async () => {
      const first = await own('first', 300);
      expect(first.said).toBe('open\n');
      expect((await own('second', 300)).said).toMatch(
        /^Another likeness \(process \d+ on \S+\) has the embedded database open\. Stop it first/,
      );
      await first.close();
      const third = await own('third', 300);
      expect(third.said).toBe('open\n');
      await expect(openDatabase(shared)).rejects.toThrow('Another likeness');
      await third.close();
      expect(await rows()).toBe(600);
    },
  );

  it.skipIf(!canBeApart)('is free again as soon as its owner was killed', async () => {
    const before = (await rows()) ?? 0;
    const killed = await own('killed', 5);
    expect(killed.said).toBe('open\n');
    await killed.kill();
    expect(await rows()).toBe(before + 5);
  });
});
