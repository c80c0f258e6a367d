import { useEffect, useState } from 'react';

import type { Batch } from '../../core/batches.ts';
import type { Order } from '../../core/orders/order.ts';
import { usePayments } from '../../state/payments/index.ts';
import type { OrderWatch } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useScope } from '../../state/scope.ts';
import { minutesRemaining, startedAt, untilNextTick } from './order-progress.ts';

export interface Followed {
  /** False until storage has answered. */
  readonly known: boolean;
  readonly watch?: OrderWatch;
  /** Why it can't be shown, e.g. that it belongs to an account that is locked. */
  readonly failure?: unknown;
}

/** The order named in the address, else the latest one of whoever is here; followed to its end. */
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

/** The batch that the order's payment began. */
export function useOrderBatch(orderId: string | undefined): Batch | undefined {
  const { store } = usePorts();
  const [batch, setBatch] = useState<Batch>();
  useEffect(() => {
    if (orderId === undefined) return;
    let stale = false;
    const read = (): void => {
      store.get('batches', `order:${orderId}`).then(
        (row) => {
          if (!stale) setBatch(row);
        },
        () => undefined, // Its account was locked meanwhile: so is the order, and that is shown.
      );
    };
    read();
    const stop = store.watch(['batches'], read);
    return () => {
      stale = true;
      stop();
    };
  }, [store, orderId]);
  return orderId === undefined ? undefined : batch;
}

/** Minutes left of the countdown, counted from the stored order. */
export function useMinutesRemaining(order: Order | undefined): number | undefined {
  const { now } = usePorts().clock;
  const start = order && startedAt(order);
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (start === undefined) return;
    const timer = setTimeout(() => setTime(now()), untilNextTick(start, now()));
    return () => clearTimeout(timer);
  }, [start, now, time]);
  return start === undefined ? undefined : minutesRemaining(start, time);
}
