import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';

import { EngineError, UNANSWERED } from '../../renderer/core/engines/engine.ts';
import { likenessOf } from '../../renderer/core/engines/verdict.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { StudioError } from '../failures.ts';
import { checkReady, type OpenEngines } from '../looks/engines.ts';
import { makeLook, type LookRecord } from '../looks/run.ts';
import { sha256 } from '../run/journal.ts';
import { createPhotos } from '../run/photos.ts';
import { checkLeft, type Allowance } from './allowance.ts';
import {
  claimItem,
  countFailure,
  failItem,
  failPhoto,
  finishItem,
  keepAttempts,
  leavePhoto,
  releaseItems,
  takePhoto,
  type Finished,
  type ItemToDo,
  type LookRecipe,
  type PhotoToDo,
} from './batches.ts';
import type { Database } from './database.ts';
import { keepHouse } from './housekeeping.ts';
import type { Reach } from './reach.ts';
import { photoKey, pictureKey, picturesKey, type Storage } from './storage.ts';
import { deliverWebhooks } from './webhooks.ts';

export interface WorkerDeps {
  readonly db: Database;
  readonly storage: Storage;
  readonly reach: Reach;
  readonly engine: Engine;
  readonly allowance: Allowance;
  /** That photos may be sent to; none if missing. */
  readonly engines?: OpenEngines;
  /** A line for the operator; never a photo's name. */
  readonly log: (text: string) => void;
}

export interface Worker {
  /** Finishes the current picture, returns the rest to the queue, and resolves. */
  drain(): Promise<void>;
}

/** How often a worker reports that it is alive. */
const HEARTBEAT_MS = 5_000;
/** How often a process recovers what dead workers left, and settles batches. */
const HOUSE_MS = 5_000;
const IDLE_MS = 500;
/** Pause after a problem elsewhere: a full disk, an unreachable database, no avatars left. */
const TROUBLE_MS = 5_000;
/** When a photo whose engine isn't there is tried again. */
const LATER_SECONDS = 60;
/** Pictures of a photo made at a time: one is drawn while the one before is checked and encoded. */
const LANES = 2;
/** Unexpected failures after which a photo is given up. */
const MOST_FAILURES = 5;

/** The item was cancelled, or is another worker's by now. */
class NotMine extends Error {
  override readonly name = 'NotMine';
}

/** The engine of a look isn't there: other photos can be made meanwhile. */
class EngineAway extends Error {
  override readonly name = 'EngineAway';
}

/** For example a full disk, or a bucket that can't be reached. */
class StorageAway extends Error {
  override readonly name = 'StorageAway';
}
const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : 'something unexpected';
const isAway = (thrown: unknown): never => {
  throw new StorageAway(`The storage fails: ${reasonOf(thrown)}`, { cause: thrown });
};

/** Ends early when the signal aborts. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  rest(milliseconds, undefined, { signal }).catch(() => undefined);

/** Until the signal aborts, whatever fails. */
async function repeat(
  milliseconds: number,
  work: () => Promise<unknown>,
  log: WorkerDeps['log'],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((thrown: unknown) => log(reasonOf(thrown)));
    await pause(milliseconds, signal);
  }
}

/**
 * What goes on beside the drawing, also where nothing is drawn: keeps house and calls webhooks.
 * @param worker the id that this process's worker has at the moment, if it has one
 */
export function startHouse(
  deps: Pick<WorkerDeps, 'db' | 'storage' | 'reach' | 'log'>,
  worker = () => '',
): Worker {
  const draining = new AbortController();
  const { signal } = draining;
  let hasFailed = false;
  const keep = async (): Promise<void> => {
    // The database may have been away, and every heartbeat with it. Once it answers, living workers
    // have until the next round to send one.
    const round = hasFailed ? deps.db.query('select 1') : keepHouse(deps, worker);
    hasFailed = true;
    await round;
    hasFailed = false;
  };
  const beside = Promise.all([
    repeat(HOUSE_MS, keep, deps.log, signal),
    deliverWebhooks(deps, signal),
  ]);
  return {
    async drain() {
      draining.abort();
      await beside;
    },
  };
}

/** Takes photos from the queue one after the other and makes their pictures; beside that it keeps house. */
export function startWorker(deps: WorkerDeps): Worker {
  const { db, log } = deps;
  let id = randomUUID();
  const draining = new AbortController();
  const { signal } = draining;
  /** Aborts when the last picture is stored. */
  const done = new AbortController();
  const logFailure = (thrown: unknown): void => log(reasonOf(thrown));

  const heartbeat = async (): Promise<string> => {
    const worker = id;
    await db.query(
      `insert into likeness.workers (id, name) values ($1, $2)
       on conflict (id) do update set heartbeat_at = now()`,
      [worker, `${hostname()}:${String(process.pid)}`],
    );
    return worker;
  };

  // Side by side: nothing that hangs makes a living worker look dead.
  const house = startHouse(deps, () => id);
  const beating = repeat(HEARTBEAT_MS, heartbeat, log, done.signal);

  const working = (async () => {
    let known = '';
    while (!signal.aborted) {
      try {
        // A worker that never sent a heartbeat counts as dead for the others.
        if (known !== id) known = await heartbeat();
        const photo = await takePhoto(db, id);
        if (!photo) {
          await pause(IDLE_MS, signal);
          continue;
        }
        const outcome = await work(photo, id, deps, signal);
        await leavePhoto(db, photo.id, id, outcome === 'later' ? LATER_SECONDS : undefined);
        if (outcome === 'trouble') await pause(TROUBLE_MS, signal);
      } catch (thrown) {
        // The database failed. The worker goes on under a new id; what the table lists under the
        // old one is released when its heartbeats are missed.
        id = randomUUID();
        logFailure(thrown);
        await pause(TROUBLE_MS, signal);
      }
    }
  })();

  return {
    async drain() {
      draining.abort();
      await Promise.all([house.drain(), working]);
      done.abort();
      await beating;
      // A database that is away keeps nobody from ending.
      await db.query('delete from likeness.workers where id = $1', [id]).catch(logFailure);
    },
  };
}

/** An engine's picture is waited for, as any that is begun: a draining worker ends it. */
const NEVER = new AbortController().signal;

/** Makes a photo's pictures. Returns why a failure left some of them for later. */
async function work(
  photo: PhotoToDo,
  worker: string,
  deps: WorkerDeps,
  signal: AbortSignal,
): Promise<'later' | 'trouble' | undefined> {
  const { db, storage, engine, log } = deps;
  const photos = createPhotos(engine, async () => {
    const bytes = await storage.get(photoKey(photo.batch_id, photo.id)).catch(isAway);
    if (!bytes) throw new LikenessError('photo-expired');
    return bytes;
  });
  // While this worker has the photo, no waiting pictures are added to it.
  let left = photo.waiting;
  /** Makes pictures until none is left or the batch is paused, or until another lane fails. */
  const lane = async (): Promise<void> => {
    while (left > 0 && !signal.aborted) {
      left -= 1;
      const item = await claimItem(db, photo.id, worker);
      if (!item) return;
      try {
        await make(item);
      } catch (thrown) {
        if (thrown instanceof NotMine) continue;
        if (!(thrown instanceof LikenessError)) throw thrown;
        // A browser that crashed is no look's fault, unless it does so every time.
        const isTried = photo.failures + 1 >= MOST_FAILURES;
        if (thrown.code === 'engine-failed' && 'look' in item.recipe && !isTried) throw thrown;
        if (thrown.code.startsWith('photo-')) await failPhoto(db, photo.id, thrown.code);
        else await failItem(db, item.id, worker, thrown.code);
      }
    }
  };
  const stopOthers = (thrown: unknown): never => {
    left = 0;
    throw thrown;
  };
  try {
    if (left > 0) await checkLeft(db, deps.allowance);
    // An engine makes one look at a time.
    const count = 'engine' in photo.recipes ? 1 : LANES;
    const lanes = Array.from({ length: count }, () => lane().catch(stopOthers));
    // Those that were begun end before anything is released.
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
    return undefined;
  } catch (thrown) {
    log(reasonOf(thrown));
    await releaseItems(db, photo.id, worker);
    if (thrown instanceof EngineAway) return 'later';
    // No avatars left, no Chromium, no space: none of it is the photo's fault, and all of it can
    // pass.
    const isElsewhere = thrown instanceof StudioError || thrown instanceof StorageAway;
    if (!isElsewhere && (await countFailure(db, photo.id)) >= MOST_FAILURES) {
      await failPhoto(db, photo.id, 'engine-failed');
      return undefined;
    }
    return 'trouble';
  } finally {
    await photos.close();
  }

  /** Asks the engine of the operator's that the request named. What comes of it is kept in the item. */
  async function look({ id, attempts }: ItemToDo, { look, engine: by }: LookRecipe): Promise<void> {
    const open = deps.engines?.get(by.name);
    if (!open) throw new EngineAway(`This process may send no photos to an engine ${by.name}.`);
    let entries = [...attempts];
    const keyOf = (file = ''): string => `${picturesKey(photo.batch_id)}/${file}`;
    const keep = async (): Promise<void> => {
      if (!(await keepAttempts(db, id, worker, entries))) throw new NotMine();
    };
    const record: LookRecord = {
      attempts: () => entries,
      async add(entry) {
        entries = [...entries.filter(({ attempt }) => attempt !== entry.attempt), entry];
        await keep();
      },
      async write(attempt, as, bytes) {
        // What was judged last is the item's picture.
        const file = as === 'received' ? `${id}.received/${String(attempt)}` : id;
        if (as === 'received') await keep();
        await storage.put(keyOf(file), bytes).catch(isAway);
        return file;
      },
      async read({ file, sha256: hash }) {
        const bytes = await storage.get(keyOf(file)).catch(isAway);
        return bytes && sha256(bytes) === hash ? bytes : undefined;
      },
      remove: () => storage.remove(keyOf(`${id}.received`)).catch(isAway),
    };
    const onAway = ({ message }: EngineError): never => {
      throw new EngineAway(`The engine ${by.name}: ${message}`);
    };
    try {
      if (attempts.length === 0) await checkReady(open);
    } catch (thrown) {
      if (!(thrown instanceof EngineError)) throw thrown;
      if (UNANSWERED.includes(thrown.code)) onAway(thrown);
      await record.add({
        kind: 'look',
        key: id,
        attempt: 1,
        state: 'failed',
        job: '',
        seed: 0,
        reason: thrown.message,
      });
      return void (await failItem(db, id, worker, 'look-failed'));
    }
    const made = await makeLook({
      ...{ ...open, look, photos, record, signal: NEVER, key: id, photo: photo.id, again: false },
      onceMore: 'Post it again to ask for it once more.',
      async onTrouble(thrown) {
        if (thrown instanceof NotMine) throw thrown;
        log(reasonOf(thrown));
        await rest(TROUBLE_MS);
      },
      onStep: () => undefined,
      onAway,
    });
    const last = made?.attempts.at(-1);
    if (!made || !last?.file || !last.sha256 || !last.found || made.state === 'failed')
      return void (await failItem(db, id, worker, 'look-failed'));
    const bytes = (await storage.get(keyOf(last.file)).catch(isAway))?.length ?? 0;
    const kept = {
      bytes,
      sha256: last.sha256,
      type: 'image/png',
      likeness: likenessOf(last.found),
      notes: await photos.check(photo.id),
    };
    if (made.state !== 'kept')
      return void (await failItem(db, id, worker, `look-${made.state}`, kept));
    await finish(id, kept);
  }

  async function make(item: ItemToDo): Promise<void> {
    const { id, recipe } = item;
    if ('look' in recipe) return look(item, recipe);
    if ('engine' in photo.recipes) throw new Error('a look without its words');
    const { size, format } = photo.recipes;
    const { bytes, type, likeness, notes } = await photos.use(photo.id, async (open) => ({
      ...(await open.make({ kind: 'picture', recipe, size, format })),
      notes: open.notes,
    }));
    // The same recipe gives the same bytes, so two workers that both have the item write the same
    // file.
    await storage.put(pictureKey(photo.batch_id, id), bytes).catch(isAway);
    await finish(id, { bytes: bytes.length, sha256: sha256(bytes), type, likeness, notes });
  }

  async function finish(id: string, kept: Finished): Promise<void> {
    if (!(await finishItem(db, id, worker, kept, deps.allowance)))
      await storage.remove(picturesKey(photo.batch_id)).catch(isAway);
  }
}
