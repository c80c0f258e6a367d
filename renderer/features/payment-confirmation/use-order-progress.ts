import { useEffect, useLayoutEffect, useMemo, useState } from 'react';

import type { Batch } from '../../core/batches.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Store } from '../../ports/store.ts';
import { useGeneration } from '../../state/generation/index.ts';
import { usePayments, type OrderWatch } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useScope } from '../../state/scope.ts';
import { useQuery } from '../../state/use-query.ts';
import { minutesRemaining, startedAt, untilNextTick } from './order-progress.ts';

export interface Followed {
  /** False until storage has answered. */
  readonly known: boolean;
  readonly watch?: OrderWatch;
  /** Why the order can't be shown, e.g. that it belongs to a locked account. */
  readonly failure?: unknown;
}

/** Follows an order to its end: the one in the address, else the current profile's latest. */
export function useFollowedOrder(named: string | null): Followed {
  const { store } = usePorts();
  const payments = usePayments();
  const scope = useScope();
  const profileId = scope?.profileId;
  const genesis = scope?.genesis;
  const [followed, setFollowed] = useState<Followed>({ known: false });

  useEffect(() => {
    let stale = false;
    let stop: (() => void) | undefined;
    const find = async (): Promise<string | undefined> => {
      if (named !== null) return (await store.get('orders', named))?.id;
      if (profileId === undefined || genesis === undefined) return undefined;
      return (await store.list('orders', { profileId, genesis })).findLast(
        ({ state }) => state.kind !== 'draft',
      )?.id;
    };
    find().then(
      (id) => {
        if (stale) return;
        if (id === undefined) setFollowed({ known: true });
        else stop = payments.watchOrder(id, (watch) => setFollowed({ known: true, watch }));
      },
      (failure: unknown) => {
        if (!stale) setFollowed({ known: true, failure });
      },
    );
    return () => {
      stale = true;
      stop?.();
    };
  }, [store, payments, named, profileId, genesis]);

  return followed;
}

/** The batch that the order's payment started. */
export function useOrderBatch(orderId: string | undefined): Batch | undefined {
  const read = useMemo(
    () =>
      orderId === undefined
        ? undefined
        : (store: Store) => store.get('batches', `order:${orderId}`),
    [orderId],
  );
  return useQuery('batches', read);
}

/**
 * Whether a paid order may still get its batch: until the answer is known, nobody is asked for a
 * photo that is there already.
 */
export function useStarting(order: Order | undefined, batch: Batch | undefined): boolean {
  const generation = useGeneration();
  const [without, setWithout] = useState<string>();
  const paid = order?.state.kind === 'finalized' && !batch ? order : undefined;
  useEffect(() => {
    if (!paid) return;
    // The service starts it once, whoever asks, so asking is how to learn whether there is one.
    generation.startForOrder(paid).then(
      (started) => {
        if (!started) setWithout(paid.id);
      },
      () => setWithout(paid.id), // The credits remain.
    );
  }, [generation, paid]);
  return paid !== undefined && without !== paid.id;
}

/** Minutes left of the countdown, computed from the stored order. */
export function useMinutesRemaining(order: Order | undefined): number | undefined {
  const { now } = usePorts().clock;
  const start = order && startedAt(order);
  const [time, setTime] = useState(now);
  // The minutes and the next tick are set together, so that no time passes in between.
  useLayoutEffect(() => {
    if (start === undefined) return undefined;
    const timer = setTimeout(() => setTime(now()), untilNextTick(start, now()));
    return () => clearTimeout(timer);
  }, [start, now, time]);
  return start === undefined ? undefined : minutesRemaining(start, time);
}
