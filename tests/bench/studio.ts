import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { recipesSchema } from '../../studio/recipes.ts';
import { addBatch, readBatch } from '../../studio/service/batches.ts';
import { openDatabase, type Database } from '../../studio/service/database.ts';
import { openQueue, type Queue } from '../../studio/service/queue.ts';
import { createReach } from '../../studio/service/reach.ts';
import { photoKey, type Storage } from '../../studio/service/storage.ts';
import { addToken } from '../../studio/service/tokens.ts';
import { uploadStorage } from '../../studio/service/uploads.ts';
import { startWorker } from '../../studio/service/worker.ts';
import { standInEngine } from '../studio/stand-in-engine.ts';
import { postgresPrograms, startPostgres } from '../support/postgres.ts';
import { cpuSeconds } from './studio-worker.ts';

const JOBS = 1_000;
const DEEP = 100_000;
const CHUNK = 10_000;
/** How many jobs are taken and finished while that many wait. */
const SAMPLE = 200;

interface Cost {
  readonly wall: number;
  /** CPU time of this process. */
  readonly own: number;
  /** CPU time of this process and of PostgreSQL's. */
  readonly cpu: number;
}

/** Runs `work`, which does something `times` times; returns the milliseconds per time. */
async function measured(times: number, work: () => Promise<void>): Promise<Cost> {
  const began = performance.now();
  const [before, all] = [process.cpuUsage(), cpuSeconds()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    wall: (performance.now() - began) / times,
    own: (user + system) / 1_000 / times,
    cpu: ((cpuSeconds() - all) * 1_000) / times,
  };
}

const inMemory = (): Storage => {
  const kept = new Map<string, Buffer>();
  return {
    put: (key, bytes) => Promise.resolve(void kept.set(key, Buffer.from(bytes))),
    get: (key) => Promise.resolve(kept.get(key) ?? Buffer.from('photo')),
    remove: () => Promise.resolve(),
  };
};

/**
 * Cost of a job from waiting to finished, by the product's worker, with an engine that draws
 * nothing.
 */
async function costOfJobs(db: Database, queue: Queue): Promise<Cost> {
  const { id: token } = await addToken(db, 'bench', ['write']);
  const id = randomUUID();
  const photos = Array.from({ length: JOBS }, (_, n) => ({
    id: randomUUID(),
    name: `person ${String(n)}`,
    hash: '00000001',
  }));
  const storage = inMemory();
  const upload = uploadStorage(db, storage);
  for (const photo of photos) await upload.put(photoKey(id, photo.id), Buffer.from('photo'));
  await addBatch(db, queue, {
    id,
    token,
    priority: 0,
    recipes: recipesSchema.parse({}),
    webhook: undefined,
    photos,
  });
  return measured(JOBS, async () => {
    let ended: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (ended = resolve));
    let left = JOBS;
    const worker = startWorker({
      db,
      queue: {
        ...queue,
        async finish(...args) {
          await queue.finish(...args);
          left -= 1;
          if (left === 0) ended();
        },
      },
      storage,
      reach: createReach(''),
      engine: standInEngine(),
      allowance: () => undefined,
      log: (text) => console.log(text),
    });
    await all;
    await worker.drain();
    if ((await readBatch(db, id, undefined))?.done !== JOBS) throw new Error('some are missing');
  });
}

/** Cost of the queue alone: adding jobs, and taking and finishing one while very many wait. */
async function costOfDepth(db: Database, queue: Queue): Promise<{ add: Cost; take: Cost }> {
  const add = await measured(DEEP, async () => {
    for (let n = 0; n < DEEP; n += CHUNK)
      await queue.addPhotos(
        db,
        Array.from({ length: CHUNK }, () => randomUUID()),
        0,
      );
  });
  const take = await measured(SAMPLE, async () => {
    for (let n = 0; n < SAMPLE; n += 1) {
      const job = await queue.takePhoto();
      if (!job) throw new Error('the queue is empty');
      await queue.finish(job.id);
    }
  });
  return { add, take };
}

const ms = ({ wall, own, cpu }: Cost): string =>
  `${wall.toFixed(2).padStart(8)} ms; CPU ${cpu.toFixed(2)} ms, of it this process ${own.toFixed(2)} ms`;

async function benchOn(name: string, url: string): Promise<string> {
  process.env['DATABASE_URL'] = url;
  const folder = mkdtempSync(join(tmpdir(), 'likeness-bench-'));
  const db = await openDatabase(folder);
  const queue = await openQueue(db, (error) => console.log(error.message));
  try {
    const jobs = await costOfJobs(db, queue);
    const { add, take } = await costOfDepth(db, queue);
    return [
      name,
      `  a job of one picture, through the worker      ${ms(jobs)}`,
      `  a job added, ${DEEP.toLocaleString('en')} in all                ${ms(add)}`,
      `  one taken and finished while those wait       ${ms(take)}`,
    ].join('\n');
  } finally {
    await queue.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the studio's queue without the drawing: embedded, and on Debian's PostgreSQL. */
export async function benchStudioQueue(): Promise<string> {
  const embedded = await benchOn('The studio’s queue, embedded', '');
  const programs = postgresPrograms();
  if (programs === undefined) return `${embedded}\n\nPostgreSQL is not installed here.`;
  const server = await startPostgres(programs);
  try {
    return `${embedded}\n\n${await benchOn('The studio’s queue, on PostgreSQL', server.url)}`;
  } finally {
    await server.stop();
  }
}
