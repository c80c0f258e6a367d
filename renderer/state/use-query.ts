import { useEffect, useState } from 'react';

import { noted } from '../core/log/log.ts';
import type { Store, Table } from '../ports/store.ts';
import { usePorts } from './ports.ts';

/**
 * The result of `read` on stored rows: read at once, and again after each change of the table.
 * Undefined until it has been read, or without a `read`; if a later read fails, the last result
 * stays.
 * @param read must be the same function for the same query; another function starts over
 */
export function useQuery<T>(
  table: Table,
  read: ((store: Store) => Promise<T>) | undefined,
): T | undefined {
  const { store } = usePorts();
  const [found, setFound] = useState<{ readonly by: unknown; readonly rows: T }>();
  useEffect(() => {
    if (!read) return;
    let gone = false;
    const ask = (): void =>
      void read(store).then((rows) => {
        if (!gone) setFound({ by: read, rows });
      }, noted('library.load'));
    ask();
    const stop = store.watch([table], ask);
    return () => {
      gone = true;
      stop();
    };
  }, [store, table, read]);
  return found?.by === read ? found?.rows : undefined;
}
