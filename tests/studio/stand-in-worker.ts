/**
 * `node --import tsx stand-in-worker.ts STORAGE [STAGE]`: the studio's own worker on
 * DATABASE_URL, with an engine that draws nothing. At a given stage it stops and reports it, to be
 * killed.
 */
import type { Queryable } from '../../studio/service/database.ts';
import { openService, stopSignal } from '../../studio/service/open.ts';
import { startWorker, type WorkerDeps } from '../../studio/service/worker.ts';
import { isStage, type Stage } from './stages.ts';
import { standInEngine } from './stand-in-engine.ts';

const [, , folder = '', asked = ''] = process.argv;
const stage: Stage | undefined = isStage(asked) ? asked : undefined;

/** Never returns in the requested stage. */
async function at(here: Stage): Promise<void> {
  if (here !== stage) return;
  process.stdout.write(`at ${here}\n`);
  await new Promise(() => undefined);
}

const service = await openService(folder, `${folder}/storage`);
const { db, storage } = service;

/** Stages that start with a certain SQL statement: the worker stops before it runs. */
const STATEMENTS: readonly (readonly [RegExp, Stage])[] = [
  [/^update likeness\.items set state = 'running'/, 'taken'],
  [/^update likeness\.photos set worker_id = null/, 'finished'],
  [/^update likeness\.batches b set state = 'done'.* id = \$1$/s, 'put away'],
  [/^update likeness\.batches set settled = true/, 'settling'],
];
const stopping: Queryable = {
  async query<T extends object>(text: string, values: readonly unknown[] = []) {
    const found = STATEMENTS.find(([pattern]) => pattern.test(text.trim()));
    if (found) await at(found[1]);
    if (!text.startsWith('with mine')) return db.query<T>(text, values);
    return db.transaction(async (one) => {
      const rows = await one.query<T>(text, values);
      // Everything is written, nothing committed.
      await at('finishing');
      return rows;
    });
  },
};

const deps: WorkerDeps = {
  ...service,
  db: { ...db, ...stopping },
  storage: {
    ...storage,
    async get(key) {
      await at('claimed');
      return storage.get(key);
    },
    async put(key, bytes) {
      await at('storing');
      await storage.put(key, bytes);
      await at('stored');
    },
    async remove(key) {
      await at('cleaning');
      await storage.remove(key);
    },
  },
  engine: standInEngine(() => at('rendering')),
  allowance: () => undefined,
  log: (text) => void process.stderr.write(`${text}\n`),
};

const signal = stopSignal();
const worker = startWorker(deps);
process.stdout.write('Working.\n');
signal.addEventListener('abort', () => {
  void worker.drain().then(() => service.close());
});
