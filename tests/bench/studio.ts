import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '../../sandbox/listen.ts';
import { failPhoto, leavePhoto, readBatch, takePhoto } from '../../studio/service/batches.ts';
import { openDatabase } from '../../studio/service/database.ts';
import type { Storage } from '../../studio/service/storage.ts';
import { addToken } from '../../studio/service/tokens.ts';
import { startWorker } from '../../studio/service/worker.ts';
import { runClients, unfinished } from '../studio/clients.ts';
import { standInEngine } from '../studio/stand-in-engine.ts';
import { postgresPrograms, startPostgres } from '../support/postgres.ts';
import { addPhotos, withService, workerOn, type Service } from './studio-service.ts';
import { cpuSeconds } from './studio-worker.ts';

const PHOTOS = 1_000;
const DEEP = 100_000;
/** The most photos of a batch. */
const CHUNK = 500;
/** How many photos are taken and ended while that many wait. */
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
 * Cost of a photo of one picture from waiting to done, by the product's worker, with an engine that
 * draws nothing.
 */
async function costOfPhotos(service: Service): Promise<Cost> {
  const storage = inMemory();
  const photos = { count: PHOTOS, bytes: Buffer.from('photo'), recipes: {} };
  const id = await addPhotos(service, storage, photos);
  return measured(PHOTOS, async () => {
    let begun: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (begun = resolve));
    let left = PHOTOS;
    const engine = standInEngine(() => {
      left -= 1;
      if (left === 0) begun();
    });
    const worker = startWorker({ ...workerOn(service), storage, engine });
    await all;
    await worker.drain();
    if ((await readBatch(service.db, id, undefined))?.pictures.done !== PHOTOS)
      throw new Error('some are missing');
  });
}

/** Cost of the queue alone: adding photos, and taking and ending one while very many wait. */
async function costOfDepth(service: Service): Promise<{ add: Cost; take: Cost }> {
  const storage = inMemory();
  const photos = { count: CHUNK, bytes: Buffer.from('photo'), recipes: {} };
  const add = await measured(DEEP, async () => {
    for (let n = 0; n < DEEP; n += CHUNK) await addPhotos(service, storage, photos);
  });
  const take = await measured(SAMPLE, async () => {
    const worker = randomUUID();
    for (let n = 0; n < SAMPLE; n += 1) {
      const photo = await takePhoto(service.db, worker);
      if (!photo) throw new Error('the queue is empty');
      await failPhoto(service.db, photo.id, '');
      await leavePhoto(service.db, photo.id, worker);
    }
  });
  return { add, take };
}

const ms = ({ wall, own, cpu }: Cost): string =>
  `${wall.toFixed(2).padStart(8)} ms; CPU ${cpu.toFixed(2)} ms, of it this process ${own.toFixed(2)} ms`;

const benchOn = (name: string, url: string): Promise<string> =>
  withService(url, async (service) => {
    const photos = await costOfPhotos(service);
    const { add, take } = await costOfDepth(service);
    return [
      name,
      `  a photo of one picture, through the worker    ${ms(photos)}`,
      `  one added, ${DEEP.toLocaleString('en')} in all                  ${ms(add)}`,
      `  one taken and ended while those wait          ${ms(take)}`,
    ].join('\n');
  });

/** Adds to the embedded database's figures those of Debian's PostgreSQL. */
async function onBoth(
  embedded: string,
  measure: (server: Awaited<ReturnType<typeof startPostgres>>) => Promise<string>,
): Promise<string> {
  const programs = postgresPrograms();
  if (programs === undefined) return `${embedded}\n\nPostgreSQL is not installed here.`;
  const server = await startPostgres(programs);
  try {
    return `${embedded}\n\n${await measure(server)}`;
  } finally {
    await server.stop();
  }
}

/** Measures the studio's queue without the drawing: embedded, and on Debian's PostgreSQL. */
export async function benchStudioQueue(): Promise<string> {
  return onBoth(await benchOn('The studio’s queue, embedded', ''), ({ url }) =>
    benchOn('The studio’s queue, on PostgreSQL', url),
  );
}

const CLIENTS = 50;
const LOAD_MS = 60_000;
/** After a restart, connections of the pool that it has ended fail once each. */
const RECOVERY_MS = 5_000;
const program = (name: string): string =>
  fileURLToPath(new URL(`../studio/${name}`, import.meta.url));

/** Starts one of the stand-in programs, and resolves once it says that it is ready. */
async function startProgram(name: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', program(name), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child;
}

/**
 * Clients of the API for a minute. After a third of it a worker is killed, after two thirds the
 * database restarted; embedded, both are the one process.
 */
async function loadOn(
  name: string,
  url: string,
  restartDatabase?: () => Promise<void>,
): Promise<string> {
  process.env['DATABASE_URL'] = url;
  const folder = mkdtempSync(join(tmpdir(), 'likeness-load-'));
  const storage = join(folder, 'storage');
  const db = await openDatabase(folder);
  const { secret: token } = await addToken(db, 'load', ['read', 'write']);
  await db.close();
  const port = await freePort();
  const own = ['--port', String(port), '--data', folder, '--storage', storage];
  const startApi = (): Promise<ChildProcess> =>
    startProgram('stand-in-serve.ts', [
      ...own,
      ...['--rate', '1000000'],
      ...(restartDatabase ? ['--no-render'] : []),
    ]);
  const startStandIn = (): Promise<ChildProcess> => startProgram('stand-in-worker.ts', [folder]);
  const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  let api = await startApi();
  let workers = restartDatabase ? [await startStandIn(), await startStandIn()] : [];
  const windows: [number, number][] = [];
  const within = async (work: () => Promise<void>): Promise<void> => {
    const from = Date.now();
    await work();
    windows.push([from, Date.now() + RECOVERY_MS]);
  };
  const until = Date.now() + LOAD_MS;
  const clients = {
    url: `http://127.0.0.1:${String(port)}`,
    token,
    count: CLIENTS,
    goesOn: () => Date.now() < until,
  };
  try {
    const running = runClients(clients);
    await rest(LOAD_MS / 3);
    if (restartDatabase) {
      const [killed, ...others] = workers;
      if (killed) await end(killed, 'SIGKILL');
      workers = [...others, await startStandIn()];
    } else
      await within(async () => {
        await end(api, 'SIGKILL');
        api = await startApi();
      });
    await rest(LOAD_MS / 3);
    if (restartDatabase) await within(restartDatabase);
    const { batches, uploads, reads, failures } = await running;
    const others = failures.filter(
      ({ at }) => !windows.some(([from, to]) => at >= from && at <= to),
    );
    const waited = Date.now() + 10 * LOAD_MS;
    let lost = await unfinished(clients, batches);
    while (lost.length > 0 && Date.now() < waited) {
      await rest(1_000);
      lost = await unfinished(clients, lost);
    }
    const percentile = (all: readonly number[], part: number): string =>
      `${(all.toSorted((one, other) => one - other)[Math.floor(all.length * part)] ?? NaN).toFixed(0)} ms`;
    const line = (what: string, all: readonly number[]): string =>
      `  ${what}: ${String(all.length)}, p50 ${percentile(all, 0.5)}, p99 ${percentile(all, 0.99)}`;
    const counted = Object.entries(
      failures.reduce<Record<string, number>>(
        (counts, { what }) => ({ ...counts, [what]: (counts[what] ?? 0) + 1 }),
        {},
      ),
    );
    return [
      name,
      line('uploads', uploads),
      line('reads', reads),
      `  failed: ${counted.map(([what, times]) => `${String(times)} x ${what}`).join(', ') || 'none'}; outside a restart: ${String(others.length)}`,
      `  batches taken: ${String(batches.length)}, not done with all pictures: ${String(lost.length)}`,
    ].join('\n');
  } finally {
    for (const child of [api, ...workers]) await end(child, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Loads the API while a worker is killed and the database restarted, on both databases. */
export async function benchStudioApi(): Promise<string> {
  const embedded = await loadOn('The studio’s API, embedded: 50 clients, its process killed', '');
  return onBoth(embedded, (server) =>
    loadOn(
      'The studio’s API, on PostgreSQL: 50 clients, a worker killed, the server restarted',
      server.url,
      () => server.restart(),
    ),
  );
}
