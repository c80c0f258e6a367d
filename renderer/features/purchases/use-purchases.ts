import { useEffect, useState } from 'react';

import type { Order } from '../../core/orders/order.ts';
import { usePorts } from '../../state/ports.ts';
import { useScope } from '../../state/scope.ts';

/** Orders of whoever is here that went further than being looked at, newest first; undefined until storage has answered. */
export function usePurchases(): readonly Order[] | undefined {
  const { store } = usePorts();
  const scope = useScope();
  const profileId = scope?.profileId;
  const genesis = scope?.genesis;
  const [orders, setOrders] = useState<readonly Order[]>();
  useEffect(() => {
    if (profileId === undefined || genesis === undefined) return;
    let stale = false;
    const read = (): void => {
      store.list('orders', { profileId, genesis }).then(
        (rows) => {
          if (!stale) setOrders(rows.filter(({ state }) => state.kind !== 'draft').toReversed());
        },
        () => undefined, // The library says that storage doesn't answer.
      );
    };
    read();
    const stop = store.watch(['orders'], read);
    return () => {
      stale = true;
      stop();
    };
  }, [store, profileId, genesis]);
  return orders;
}
