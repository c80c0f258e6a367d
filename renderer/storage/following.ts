import { Dexie } from 'dexie';

import type { Scope } from '../core/scope.ts';
import type { Rows, RowsOf, Table } from '../ports/store.ts';
import { watchTables } from './changes.ts';
import type { Database, StoredRow } from './database.ts';
import { byTime, type RowCodec } from './rows.ts';

/** Rows read and validated at a time: few enough that the page stays responsive. */
const PAGE = 400;
/** A batch holds hundreds of items. */
const PAGES: Partial<Record<Table, number>> = { batches: 8 };

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

interface Deps {
  readonly database: Database;
  readonly codec: RowCodec;
  readonly guarded: <T>(work: () => PromiseLike<T>) => Promise<T>;
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
  { database, codec, guarded }: Deps,
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

  /** Reads the newest page, or everything where stored rows carry no times. */
  async function readNewest(table: Table): Promise<void> {
    const page = PAGES[table] ?? PAGE;
    // The index alone says where the page begins; reading rows backwards takes many times longer.
    const keys = codec.of(profileId).hidesTimes
      ? []
      : await between(table, Dexie.minKey, Dexie.maxKey)
          .reverse()
          .offset(page - 1)
          .limit(1)
          .keys();
    const from = (keys as unknown as readonly (readonly [string, string, number])[])[0]?.[2];
    kept.set(table, { rows: new Map(), unreadBefore: from });
    await keep(table, await between(table, from ?? Dexie.minKey, Dexie.maxKey).toArray());
  }

  /** In order of creation. Rows created at the same moment may be split between two pages. */
  async function readOlder(table: Table): Promise<void> {
    const to = kept.get(table)?.unreadBefore;
    if (to === undefined) return;
    let limit = PAGES[table] ?? PAGE;
    for (let from: unknown = Dexie.minKey; !stopped;) {
      await idle();
      const page = await between(table, from, to).limit(limit).toArray();
      await keep(table, page);
      const last = page.at(-1);
      if (!last || page.length < limit) break;
      if (last.createdAt === page[0]?.createdAt) limit *= 2;
      from = last.createdAt;
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
          due.set(table, 'all');
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
