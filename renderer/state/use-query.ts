import { useCallback, useMemo } from 'react';

import type { Store, Table } from '../ports/store.ts';
import { usePorts } from './ports.ts';
import { useAsync } from './use-async.ts';

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
  const ask = useMemo(() => read && (() => read(store)), [store, read]);
  const watch = useCallback((ask: () => void) => store.watch([table], ask), [store, table]);
  return useAsync(ask, 'library.load', watch);
}
