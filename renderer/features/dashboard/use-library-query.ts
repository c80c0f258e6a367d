import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { NO_QUERY, parseQuery, queryParams, type LibraryQuery } from '../../state/library/index.ts';
import type { LibraryQueryState } from '../library-tools/index.ts';

/**
 * The toolbar's query, which is also written to the address so that a reload, a link and the back
 * button keep it. The address is read only once, because the router answers too late for someone
 * who is typing.
 */
export function useLibraryQuery(): LibraryQueryState {
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState(() => parseQuery(params));
  const show = (next: LibraryQuery): void => {
    setQuery(next);
    setParams(queryParams(next), { replace: true, preventScrollReset: true });
  };
  return {
    query,
    change: (part) => show({ ...query, ...part }),
    clear: () => show({ ...NO_QUERY, sort: query.sort }),
  };
}
