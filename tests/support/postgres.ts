import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../sandbox/listen.ts';

const DEBIAN = '/usr/lib/postgresql';

/** Folder of Debian's newest PostgreSQL programs; undefined if not installed. */
export const postgresPrograms = (): string | undefined =>
  existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(DEBIAN, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')))
    : undefined;

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

export interface Postgres {
  readonly url: string;
  /** Ends every connection and starts the server again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The test's own server, on loopback. PostgreSQL refuses to run as root, so Debian's user for it
 * runs it then.
 */
export async function startPostgres(programs: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-postgres-'));
  const as = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'],
    {
      stdio: 'ignore',
      cwd: folder,
      ...as,
    },
  );
  const port = await freePort();
  const start = async (): Promise<{ end(): Promise<void> }> => {
    const server = spawn(
      join(programs, 'postgres'),
      [
        ...['-D', data, '-p', String(port), '-k', folder],
        ...['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'max_connections=200'],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...as },
    );
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      let said = '';
      server.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error(`PostgreSQL ended: ${said}`)));
    });
    return {
      end() {
        server.kill('SIGINT');
        return ended;
      },
    };
  };
  let server = await start();
  return {
    url: `postgres://postgres@127.0.0.1:${String(port)}/postgres`,
    async restart() {
      await server.end();
      server = await start();
    },
    async stop() {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
