import { Dexie } from 'dexie';

import type { Table } from '../ports/store.ts';

/** The rows of each table that a commit touched, by their names in the database. */
export type Changes = ReadonlyMap<Table, ReadonlySet<string> | 'all'>;

/** Dexie's set of touched keys: a tree of ranges. From another tab it arrives as a plain object. */
interface Ranges {
  readonly d?: number;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly l?: Ranges | null;
  readonly r?: Ranges | null;
}

/** Collects the keys of the set. Returns false if it holds ranges of more than one key. */
function collect(ranges: Ranges | null | undefined, keys: Set<string>): boolean {
  if (!ranges?.d) return true;
  if (typeof ranges.from !== 'string' || ranges.from !== ranges.to) return false;
  keys.add(ranges.from);
  return collect(ranges.l, keys) && collect(ranges.r, keys);
}

/**
 * Dexie tells every tab which parts of which database a commit touched, as
 * 'idb://name/table/index'.
 */
export function watchTables(
  database: string,
  tables: readonly Table[],
  listener: (changes: Changes) => void,
): () => void {
  const onMutated = (parts: object): void => {
    const changes = new Map<Table, Set<string> | 'all'>();
    for (const table of tables) {
      const prefix = `idb://${database}/${table}/`;
      const keys = new Set<string>();
      const ranges = (parts as Record<string, Ranges>)[prefix];
      if ('all' in parts || (ranges && !collect(ranges, keys))) changes.set(table, 'all');
      else if (keys.size > 0) changes.set(table, keys);
      else if (Object.keys(parts).some((part) => part.startsWith(prefix)))
        changes.set(table, 'all');
    }
    if (changes.size > 0) listener(changes);
  };
  Dexie.on('storagemutated', onMutated);
  return () => Dexie.on.storagemutated.unsubscribe(onMutated);
}
