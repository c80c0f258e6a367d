import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { isRoot } from '../../studio/engine/chromium.ts';
import { postgresPrograms, startPostgres, type Postgres } from '../support/postgres.ts';
import { runClients, unfinished } from './clients.ts';
import { openLikeness, type Likeness, type Running } from './likeness.ts';
import { STAGES } from './stages.ts';

const programs = postgresPrograms();
const WORKER = fileURLToPath(new URL('./stand-in-worker.ts', import.meta.url));
/** A pool's connections that a restart has ended fail once each. */
const RECOVERY_MS = 5_000;
const LONG = { timeout: 15 * 60_000, interval: 500 };

/**
 * Only the rendering is a stand-in: the API's processes are the built ones, PostgreSQL Debian's.
 */
const NAME = `several machines on one PostgreSQL${programs === undefined ? ', which is not installed here' : ''}`;
describe.skipIf(programs === undefined)(NAME, () => {
  let likeness: Likeness;
  let postgres: Postgres;
  let sql: pg.Pool;
  let token = '';
  let env: NodeJS.ProcessEnv = {};
  const storage = (): string => join(likeness.folder, 'storage');

  beforeAll(async () => {
    likeness = await openLikeness();
    postgres = await startPostgres(programs ?? '');
    env = { DATABASE_URL: postgres.url };
    sql = new pg.Pool({ connectionString: postgres.url });
    // The restart ends its connection; the next query reconnects.
    sql.on('error', () => undefined);
    token = (await likeness.run(['token', 'add', 'test'], env)).out.trim();
  });
  afterAll(async () => {
    likeness.remove();
    await sql.end();
    await postgres.stop();
  });

  const work = (stage = '', folder = likeness.folder): Running =>
    likeness.tool(WORKER, [folder, stage], env);
  async function serve(folder = storage()): Promise<{ url: string; process: Running }> {
    const process = likeness.start(
      ['serve', '--no-render', '--port', '0', '--rate', '100000', '--storage', folder],
      env,
    );
    return { url: (await process.said(/Listening on (\S+)/))[1] ?? '', process };
  }

  async function send(url: string, photos: readonly string[], count: number): Promise<Response> {
    const form = new FormData();
    const recipes = { styles: ['minimalist'], count, size: 64, seed: 7 };
    form.set('recipes', JSON.stringify(recipes));
    for (const name of photos) form.append('photos', new Blob([name]), `${name}.png`);
    const headers = { Authorization: `Bearer ${token}` };
    return fetch(`${url}/v1/batches`, { method: 'POST', body: form, headers });
  }
  async function post(...sent: Parameters<typeof send>): Promise<void> {
    expect((await send(...sent)).status).toBe(201);
  }

  const count = async (query: string): Promise<number> =>
    z.object({ n: z.number() }).parse((await sql.query(`select (${query})::int as n`)).rows[0]).n;
  const allSettled = (batches: number): Promise<unknown> =>
    vi.waitFor(
      async () =>
        expect(await count('select count(*) from likeness.batches where settled')).toBe(batches),
      LONG,
    );

  /** Each item is done, counted once and stored as one whole file; no photo is left. */
  async function expectEachOnce(items: number): Promise<void> {
    expect(await count(`select count(*) from likeness.items where state = 'done'`)).toBe(items);
    expect(await count('select count(*) from likeness.items')).toBe(items);
    expect(await count('select used from likeness.allowance')).toBe(items);
    expect(
      await count(
        'select count(*) from likeness.photos where worker_id is not null or ready_at is not null',
      ),
    ).toBe(0);
    const { rows } = await sql.query<{ id: string; batch_id: string; sha256: string }>(
      'select id, batch_id, sha256 from likeness.items',
    );
    const wrong = rows.filter(({ id, batch_id: batch, sha256 }) => {
      const bytes = readFileSync(join(storage(), 'pictures', batch, id));
      return createHash('sha256').update(bytes).digest('hex') !== sha256;
    });
    expect(wrong).toEqual([]);
    const folders = readdirSync(join(storage(), 'pictures'));
    const files = folders.flatMap((batch) => readdirSync(join(storage(), 'pictures', batch)));
    expect(files).toHaveLength(items);
    expect(readdirSync(join(storage(), 'photos'))).toEqual([]);
  }

  it('a worker killed in the middle of every stage: another goes on, each picture once', async () => {
    for (const [n, stage] of STAGES.entries()) {
      const api = await serve();
      await post(api.url, [`photo ${String(n)}`], 3);
      // It would keep house in the worker's stead.
      api.process.process.kill('SIGTERM');
      expect((await api.process.ended).code).toBe(0);
      const doomed = work(stage);
      await doomed.said(new RegExp(`at ${stage}`));
      doomed.process.kill('SIGKILL');
      await doomed.ended;
      // As if time had passed: its heartbeats are missed.
      await sql.query(`update likeness.workers set heartbeat_at = now() - interval '1 minute'`);
    }
    const healthy = work();
    await allSettled(STAGES.length);
    await expectEachOnce(STAGES.length * 3);
    healthy.process.kill('SIGTERM');
    expect((await healthy.ended).code).toBe(0);
  });

  it('2,000 photos over two APIs and four workers, one killed, the database restarted: none lost, none twice', async () => {
    const before = await count('select count(*) from likeness.items');
    const batches = await count('select count(*) from likeness.batches');
    const apis = [await serve(), await serve()];
    const workers = [work(), work(), work(), work()];
    const photos = Array.from({ length: 2_000 }, (_, n) => `person ${String(n)}`);
    const parts = Array.from({ length: 8 }, (_, n) => photos.slice(n * 250, (n + 1) * 250));
    await Promise.all(parts.map((part, n) => post(apis[n % 2]?.url ?? '', part, 1)));
    const done = (least: number): Promise<unknown> =>
      vi.waitFor(
        async () =>
          expect(
            await count(`select count(*) from likeness.items where state = 'done'`),
          ).toBeGreaterThan(before + least),
        LONG,
      );
    await done(200);
    workers[0]?.process.kill('SIGKILL');
    await done(400);
    await postgres.restart();
    await allSettled(batches + parts.length);
    await expectEachOnce(before + 2_000);
    const makers = await count(
      `select count(*) from likeness.workers where pictures > 0 and heartbeat_at > now() - interval '1 minute'`,
    );
    expect(makers).toBeGreaterThan(1);
    const running = [...apis.map((api) => api.process), ...workers.slice(1)];
    for (const { process: child } of running) child.kill('SIGTERM');
    for (const { ended } of running) {
      const { code, err } = await ended;
      expect(code, err).toBe(0);
    }
  });

  it('clients that repeat what failed lose nothing, with a worker killed and the database restarted', async () => {
    const api = await serve();
    const workers = [work(), work()];
    const done = async (): Promise<number> =>
      count(`select count(*) from likeness.items where state = 'done'`);
    const before = await done();
    let going = true;
    const clients = { url: api.url, token, count: 5, goesOn: () => going };
    const running = runClients(clients);
    const more = (least: number): Promise<unknown> =>
      vi.waitFor(async () => expect(await done()).toBeGreaterThan(before + least), LONG);
    await more(30);
    workers[0]?.process.kill('SIGKILL');
    await more(60);
    const from = Date.now();
    await postgres.restart();
    const to = Date.now();
    await more((await done()) - before + 30);
    going = false;
    const { batches, failures } = await running;
    // What failed, failed while the database was away, or right after, on connections it had ended.
    const others = failures.filter(({ at }) => at < from || at > to + RECOVERY_MS);
    expect(others).toEqual([]);
    await sql.query(
      `update likeness.workers set heartbeat_at = now() - interval '1 minute' where id not in (
        select id from likeness.workers order by heartbeat_at desc limit 1)`,
    );
    await vi.waitFor(async () => expect(await unfinished(clients, batches)).toEqual([]), LONG);
    expect(new Set(batches).size).toBe(batches.length);
    for (const { process: child } of [api.process, ...workers.slice(1)]) child.kill('SIGTERM');
    for (const { ended } of [api.process, ...workers.slice(1)]) expect((await ended).code).toBe(0);
  });

  it.skipIf(!isRoot())(
    'a disk that is full (mounting one takes root): the work waits',
    async () => {
      const small = join(likeness.folder, 'small');
      const volume = join(small, 'storage');
      mkdirSync(volume, { recursive: true });
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', volume]);
      try {
        const batches = await count('select count(*) from likeness.batches');
        const api = await serve(volume);
        await post(api.url, ['first'], 3);
        const ballast = join(volume, 'ballast');
        expect(() => writeFileSync(ballast, Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC');
        const refused = await send(api.url, ['second'], 3);
        expect(refused.status).toBe(500);
        expect(readdirSync(join(volume, 'photos'))).toHaveLength(1);
        const worker = work('', small);
        await worker.said(/The storage fails: ENOSPC/);
        rmSync(ballast);
        await post(api.url, ['second'], 3);
        await allSettled(batches + 2);
        const pictures = readdirSync(join(volume, 'pictures'));
        expect(
          pictures.map((batch) => readdirSync(join(volume, 'pictures', batch)).length),
        ).toEqual([3, 3]);
        expect(await count(`select count(*) from likeness.items where state <> 'done'`)).toBe(0);
        for (const { process: child } of [worker, api.process]) child.kill('SIGTERM');
        await Promise.all([worker.ended, api.process.ended]);
      } finally {
        execFileSync('umount', ['--lazy', volume]);
      }
    },
  );

  it('what is deleted is gone without a worker', async () => {
    const api = await serve();
    const posted = await send(api.url, ['nobody draws it'], 3);
    const { id } = z.object({ id: z.string() }).parse(await posted.json());
    const photos = join(storage(), 'photos', id);
    expect(readdirSync(photos)).toHaveLength(1);
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${api.url}/v1/batches/${id}`, { method: 'DELETE', headers });
    await vi.waitFor(() => expect(existsSync(photos)).toBe(false), { timeout: 30_000 });
    await vi.waitFor(
      async () =>
        expect(await count('select count(*) from likeness.batches where not settled')).toBe(0),
      { timeout: 30_000 },
    );
    api.process.process.kill('SIGTERM');
    expect((await api.process.ended).code).toBe(0);
  });

  it('SIGTERM ends all of them while the database is away', async () => {
    const storing = ['--storage', storage()];
    const api = likeness.start(['serve', '--port', '0', ...storing], env);
    const worker = likeness.start(['worker', ...storing], env);
    await Promise.all([api.said(/Listening/), worker.said(/Working/)]);
    await postgres.stop();
    for (const { process: child } of [api, worker]) child.kill('SIGTERM');
    for (const { ended } of [api, worker]) expect((await ended).code).toBe(0);
  });
});
