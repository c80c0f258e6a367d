import PgBoss from 'pg-boss';

import { alone, type Database, type Queryable } from './database.ts';

const PHOTOS = 'photos';

export interface PhotoJob {
  readonly photo: string;
}
export interface Taken {
  readonly id: string;
  readonly data: PhotoJob;
}

/** The jobs: photos to make pictures of. */
export interface Queue {
  /** @param on the transaction that the jobs belong to */
  addPhotos(on: Queryable, photos: readonly string[], priority: number): Promise<void>;
  takePhoto(): Promise<Taken | undefined>;
  /** @param on the transaction that it belongs to */
  finish(id: string, on?: Queryable): Promise<void>;
  /**
   * Returns a job to be tried again.
   * @param on the transaction that it belongs to
   */
  giveBack(id: string, on?: Queryable, afterSeconds?: number): Promise<void>;
  /** Jobs taken at least this long ago by a worker that died before it claimed the photo. */
  forgotten(silentSeconds: number): Promise<string[]>;
  /** The number of waiting photos. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** A subquery for the jobs, waiting or taken, of the photo that an SQL expression names. */
export const liveJob = (photo: string): string =>
  `select from likeness_queue.job where name = '${PHOTOS}' and data->>'photo' = ${photo}::text
   and state <= 'active'`;

/** A subquery for the photos that have such a job. */
export const photosOfJobs = `select (data->>'photo')::uuid from likeness_queue.job
  where name = '${PHOTOS}' and state <= 'active'`;

/** pg-boss's options for statements in a transaction. */
const within = (on: Queryable) => ({
  db: {
    executeSql: async (text: string, values: unknown[]) => ({ rows: await on.query(text, values) }),
  },
});

/** @param onError called for failures between two calls, e.g. a database that is away */
export async function openQueue(db: Database, onError: (error: Error) => void): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.executeSql(text, values) },
    schema: 'likeness_queue',
    schedule: false,
  });
  boss.on('error', onError);
  await boss.start();
  // The photo's row counts its tries, and missed heartbeats reveal a dead worker long before these
  // limits.
  await boss.createQueue(PHOTOS, {
    name: PHOTOS,
    retryLimit: 10_000,
    expireInSeconds: 23 * 60 * 60,
  });
  await sortQueue(db);
  return {
    addPhotos: (on, photos, priority) =>
      boss.insert(
        photos.map((photo) => ({ name: PHOTOS, data: { photo }, priority })),
        within(on),
      ),
    async takePhoto() {
      const [job] = await boss.fetch<PhotoJob>(PHOTOS);
      return job && { id: job.id, data: job.data };
    },
    finish: (id, on) =>
      on ? boss.complete(PHOTOS, id, {}, within(on)) : boss.complete(PHOTOS, id),
    // pg-boss would fail it after a number of tries, and has one delay for all.
    async giveBack(id, on = db, afterSeconds = 1) {
      await on.query(
        `update likeness_queue.job set state = 'retry', start_after = now() + make_interval(secs => $3)
         where name = $1 and id = $2 and state = 'active'`,
        [PHOTOS, id, afterSeconds],
      );
    },
    async forgotten(silentSeconds) {
      const jobs = await db.query<{ id: string }>(
        `select id from likeness_queue.job j where name = $1 and state = 'active'
         and started_on < now() - make_interval(secs => $2) and not exists (
           select from likeness.photos p where p.job_id = j.id and p.worker_id is not null)`,
        [PHOTOS, silentSeconds],
      );
      return jobs.map(({ id }) => id);
    },
    size: () => boss.getQueueSize(PHOTOS),
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/**
 * pg-boss finds the next job by sorting all waiting jobs. The first index keeps them in that order,
 * so that taking one costs the same however many wait; the second finds a photo's.
 */
const sortQueue = (db: Database): Promise<void> =>
  alone(db, async (one) => {
    await one.query(
      `create index if not exists job_next on likeness_queue.job (name, priority desc, created_on, id)
       where state < 'active'`,
    );
    await one.query(
      `create index if not exists job_of_photo on likeness_queue.job ((data->>'photo'))
       where state <= 'active'`,
    );
  });
