import { Dexie } from 'dexie';

import type { Scope } from '../core/scope.ts';
import type { Rows, RowsOf, Table } from '../ports/store.ts';
import { watchTables } from './changes.ts';
import type { Database, StoredRow } from './database.ts';
import { byTime, type RowCodec } from './rows.ts';

/** How many of a table's newest rows are read before anything is shown: they fill a window. */
const FIRST: Partial<Record<Table, number>> = { avatars: 120, batches: 2 };
/** Whose newest row the first page reaches back to, so that a batch is shown as a whole. */
const BACK_TO: Partial<Record<Table, Table>> = { avatars: 'batches' };
/**
 * Rows read and validated at a time: few enough that the page stays responsive. A batch holds up to
 * hundreds of items; an entry of the ledger is small.
 */
const PAGES: Partial<Record<Table, number>> = { batches: 12, ledger: 1_000 };
const PAGE = 400;

/**
 * Resolves when a visible page has nothing more urgent to do, so that pictures, scrolling and keys
 * come before rows that nobody sees yet.
 */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function' && !document.hidden)
      requestIdleCallback(() => resolve(), { timeout: 100 });
    else setTimeout(resolve, 0);
  });
/** How many turns of `idle` at most older rows wait for rows that were requested by name. */
const MOST_TURNS = 10;

interface Deps {
  readonly database: Database;
  readonly codec: RowCodec;
  readonly guarded: <T>(work: () => PromiseLike<T>) => Promise<T>;
  /** True while rows are read that somebody asked for by name, such as the pictures on screen. */
  readonly asked: () => boolean;
}

/** A table's rows by their names, and the creation time before which they are still unread. */
interface Kept {
  readonly rows: Map<string, Rows[Table]>;
  unreadBefore?: number | undefined;
}

/**
 * The rows of some tables, for one profile on one chain, kept up to date. They are read once, in
 * pages, the newest first; afterwards only what a commit touched. An unchanged table keeps its
 * array.
 */
export function followRows<T extends Table>(
  { database, codec, guarded, asked }: Deps,
  tables: readonly T[],
  { profileId, genesis }: Scope,
  listener: (rows: RowsOf<T>, complete: boolean) => void,
  failed: (thrown: unknown) => void,
): () => void {
  const kept = new Map<Table, Kept>();
  const lists: Partial<Record<Table, readonly Rows[Table][]>> = {};
  const due = new Map<Table, Set<string> | 'all'>(tables.map((table) => [table, 'all']));
  let complete = false;
  let running = false;
  let stopped = false;
  const isStopped = (): boolean => stopped;

  const between = (table: Table, from: unknown, to: unknown) =>
    database[table]
      .where('[profileId+genesis+createdAt]')
      .between([profileId, genesis, from], [profileId, genesis, to]);

  async function keep(table: Table, page: readonly StoredRow[]): Promise<void> {
    const { rows } = kept.get(table) ?? { rows: new Map<string, Rows[Table]>() };
    const fresh = page.filter(({ key }) => !rows.has(key));
    for (const [key, row] of await codec.openNamed(table, fresh)) rows.set(key, row);
  }

  /**
   * The creation time of the row that many places before a time, from the index alone: reading rows
   * backwards takes many times longer.
   */
  async function timeBefore(table: Table, to: unknown, places: number) {
    const keys = await between(table, Dexie.minKey, to).reverse().offset(places).limit(1).keys();
    return (keys as unknown as readonly (readonly [string, string, number])[])[0]?.[2];
  }
  /** Where the newest page begins; undefined if it is the whole table. */
  async function beginning(table: Table): Promise<number | undefined> {
    const from = await timeBefore(table, Dexie.maxKey, (FIRST[table] ?? PAGE) - 1);
    const other = BACK_TO[table];
    const back = other && from !== undefined ? await timeBefore(other, Dexie.maxKey, 0) : undefined;
    if (from === undefined || back === undefined) return from;
    const older = await timeBefore(table, back, 0);
    return older === undefined ? undefined : Math.min(from, older);
  }

  /** Reads the newest page, or everything where stored rows carry no times. */
  async function readNewest(table: Table): Promise<void> {
    const from = codec.of(profileId).hidesTimes ? undefined : await beginning(table);
    kept.set(table, { rows: new Map(), unreadBefore: from });
    await keep(table, await between(table, from ?? Dexie.minKey, Dexie.maxKey).toArray());
  }

  /** In order of creation. Rows created at the same moment may be split between two pages. */
  async function readOlder(table: Table): Promise<void> {
    const to = kept.get(table)?.unreadBefore;
    if (to === undefined) return;
    let limit = PAGES[table] ?? PAGE;
    const pageFrom = (from: unknown) => {
      const page = between(table, from, to).limit(limit).toArray();
      page.catch(() => undefined); // Whoever awaits it gets the failure.
      return page;
    };
    let reading: PromiseLike<StoredRow[]> | undefined = pageFrom(Dexie.minKey);
    while (reading && !stopped) {
      for (let turn = 0; turn === 0 || (turn < MOST_TURNS && asked()); turn += 1) await idle();
      const page: readonly StoredRow[] = await reading;
      const last = page.length < limit ? undefined : page.at(-1);
      if (last?.createdAt === page[0]?.createdAt) limit *= 2;
      // The next page is read while this one is validated.
      reading = last && pageFrom(last.createdAt);
      await keep(table, page);
    }
    kept.set(table, { rows: kept.get(table)?.rows ?? new Map<string, Rows[Table]>() });
  }

  async function readSome(table: Table, names: ReadonlySet<string>): Promise<void> {
    const { rows } = kept.get(table) ?? { rows: new Map<string, Rows[Table]>() };
    const stored = await database[table].bulkGet([...names]);
    const mine = stored.filter(
      (row) => row?.profileId === profileId && row.genesis === genesis,
    ) as StoredRow[];
    const opened = new Map(await codec.openNamed(table, mine));
    for (const name of names) {
      const row = opened.get(name);
      if (row) rows.set(name, row);
      else rows.delete(name);
    }
    kept.set(table, { rows });
  }

  /** Runs `step` for each of the tables, and lists what was read. */
  const each = (
    asked: readonly (readonly [Table, Set<string> | 'all'])[],
    step: (table: Table, names: Set<string> | 'all') => Promise<void>,
  ): Promise<unknown> =>
    Promise.all(
      asked.map(async ([table, names]) => {
        try {
          await guarded(() => step(table, names));
        } catch (thrown) {
          // The others have read their newest page only: all are read again.
          for (const [one] of asked) due.set(one, 'all');
          throw thrown;
        }
        lists[table] = byTime([...(kept.get(table)?.rows.values() ?? [])]);
      }),
    );

  const read = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      while (due.size > 0 && !stopped) {
        const now = [...due];
        due.clear();
        await each(now, (table, names) =>
          names === 'all' ? readNewest(table) : readSome(table, names),
        );
        const cut = now.filter(([table]) => kept.get(table)?.unreadBefore !== undefined);
        if (cut.length === 0) continue;
        if (!complete && !isStopped()) listener({ ...lists } as RowsOf<T>, false);
        await each(cut, readOlder);
      }
      if (stopped) return;
      complete = true;
      listener({ ...lists } as RowsOf<T>, true);
    } catch (thrown) {
      if (!stopped) failed(thrown);
    } finally {
      running = false;
    }
  };

  const unwatch = watchTables(database.name, tables, (changes) => {
    for (const [table, names] of changes) {
      const waiting = due.get(table);
      if (names === 'all' || waiting === 'all') due.set(table, 'all');
      else due.set(table, new Set([...(waiting ?? []), ...names]));
    }
    void read();
  });
  void read();
  return () => {
    stopped = true;
    unwatch();
  };
}
