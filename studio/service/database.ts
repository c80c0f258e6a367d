import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

import { StudioError } from '../failures.ts';
import { takeOwnership } from '../ownership.ts';
import { SCHEMA } from './schema.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface Queryable {
  query<T extends object = Row>(text: string, values?: readonly unknown[]): Promise<T[]>;
}

/** PostgreSQL, embedded in this process or a separate server; callers see no difference. */
export interface Database extends Queryable {
  /** Runs all of the work or none of it. */
  transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  /** Whether other processes may use it as well. */
  readonly shared: boolean;
  close(): Promise<void>;
}

/** The folder of the embedded database and, unless set otherwise, of photos and pictures. */
export const dataFolder = (named?: string): string =>
  named ?? process.env['LIKENESS_STUDIO_DATA'] ?? join(homedir(), '.likeness-studio');

/**
 * @throws StudioError 'missing' if the server can't be reached, or another process owns the
 * embedded database
 */
export async function openDatabase(folder: string): Promise<Database> {
  const url = process.env['DATABASE_URL'];
  const db = url ? await openServer(url) : await openEmbedded(folder);
  try {
    await migrate(db);
    return db;
  } catch (thrown) {
    await db.close();
    throw thrown;
  }
}

/** An arbitrary number. Processes that start together create the tables one after the other. */
const MIGRATION_LOCK = 4_919_131;

const migrate = (db: Database): Promise<void> =>
  db.transaction(async (one) => {
    await one.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    for (const statement of SCHEMA) await one.query(statement);
  });

/**
 * Makes the planner read the queue's index instead of sorting all waiting photos. A freshly filled
 * table has no statistics, so PostgreSQL would assume few and sort them for each one it takes; the
 * embedded one never gathers statistics by itself. PostgreSQL counts a sort that remains, such as of
 * a photo's pictures, as so expensive that it would compile the statement first, which takes a second.
 */
const BY_INDEX = 'set enable_sort = off; set jit = off';

/**
 * Names of the statements that each connection prepares at their first use: for most of them
 * planning costs several times what running does. Values never become part of a text, so there are
 * few.
 */
const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? `likeness_${String(names.size)}`;
  names.set(text, name);
  return name;
}

async function openServer(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    verify: (client, done) => void client.query(BY_INDEX).then(() => done(), done),
  });
  // When the server closes a connection, its running statement fails and the next one opens
  // another. The event only repeats that failure; unhandled, it would end the process.
  const passOver = (): void => undefined;
  pool.on('error', passOver);
  pool.on('connect', (client) => void client.on('error', passOver));
  const over = (on: pg.Pool | pg.PoolClient): Queryable => ({
    async query<T extends object>(text: string, values: readonly unknown[] = []) {
      return (await on.query<T>({ name: nameOf(text), text, values: [...values] })).rows;
    },
  });
  try {
    await pool.query('select 1');
  } catch (thrown) {
    await pool.end();
    const reason = thrown instanceof Error ? thrown.message : '';
    throw new StudioError('missing', `The database of DATABASE_URL can’t be reached: ${reason}`);
  }
  return {
    ...over(pool),
    shared: true,
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(over(client));
        await client.query('commit');
        client.release();
        return result;
      } catch (thrown) {
        // A connection that can't even roll back is closed, which makes the server roll back.
        await client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        );
        throw thrown;
      }
    },
    close: () => pool.end(),
  };
}

async function openEmbedded(folder: string): Promise<Database> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = takeOwnership(join(folder, 'owner'), {
    has: 'has the embedded database open',
    instead: 'use PostgreSQL by DATABASE_URL',
  });
  const db = await PGlite.create(join(folder, 'database')).catch((thrown: unknown) => {
    owner.release();
    throw thrown;
  });
  await db.exec(BY_INDEX);
  /** @param prefix of the statements' names */
  const over = (on: Pick<PGlite, 'exec' | 'query'>, prefix: string): Queryable => ({
    async query<T extends object>(text: string, values: readonly unknown[] = []) {
      if (!/^\s*(?:with|select|insert|update|delete)\b/i.test(text))
        return (await on.query<T>(text, [...values])).rows;
      const name = prefix + nameOf(text);
      if (!prepared.has(name)) {
        prepared.add(name);
        await on.exec(`prepare ${name} as ${text}`).catch((thrown: unknown) => {
          prepared.delete(name);
          throw thrown;
        });
      }
      const list = values.length > 0 ? `(${values.map(literal).join()})` : '';
      const [result] = await on.exec(`execute ${name}${list}`);
      return (result?.rows ?? []) as T[];
    },
  });
  const prepared = new Set<string>();
  return {
    ...over(db, ''),
    shared: false,
    // A statement in a transaction goes before those that wait for its end, so it can't rely on
    // what they are about to prepare.
    transaction: (work) => db.transaction((one) => work(over(one, 'inside_'))),
    async close() {
      await db.close();
      owner.release();
    },
  };
}

/** A value of a prepared statement, as SQL. PostgreSQL knows its type from the statement. */
function literal(value: unknown): string {
  const text = textOf(value);
  return text === undefined ? 'null' : pg.escapeLiteral(text);
}

/** PostgreSQL's text for a value; undefined for null. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map(elementOf).join()}}`;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value);
}
const elementOf = (value: unknown): string => {
  const text = textOf(value);
  return text === undefined ? 'null' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
};
