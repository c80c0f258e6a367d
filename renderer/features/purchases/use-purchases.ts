import { useMemo } from 'react';

import type { Order } from '../../core/orders/order.ts';
import type { Store } from '../../ports/store.ts';
import { useScope } from '../../state/scope.ts';
import { useQuery } from '../../state/use-query.ts';

/** The current profile's orders except drafts, newest first; undefined until storage answers. */
export function usePurchases(): readonly Order[] | undefined {
  const scope = useScope();
  const read = useMemo(
    () =>
      scope &&
      (async (store: Store) =>
        (await store.list('orders', scope))
          .filter(({ state }) => state.kind !== 'draft')
          .toReversed()),
    [scope],
  );
  return useQuery('orders', read);
}
