import { useEffect, useLayoutEffect, useMemo, useState } from 'react';

import type { Batch } from '../../core/batches.ts';
import { CONFIRMATION_COUNTDOWN_MINUTES, CONFIRMATION_TICK_MS } from '../../core/constants.ts';
import type { Order } from '../../core/orders/order.ts';
import { refundOf } from '../../core/orders/selectors.ts';
import type { Store } from '../../ports/store.ts';
import { useGeneration } from '../../state/generation/index.ts';
import { usePayments, type OrderWatch } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { useScope } from '../../state/scope.ts';
import { useQuery } from '../../state/use-async.ts';

export type StepState = 'rest' | 'now' | 'done' | 'failed';

/** The four steps: verify payment, AI processing, quality check and rendering, delivery. */
export type Steps = readonly [StepState, StepState, StepState, StepState];

export type Phase =
  | 'none'
  | 'unpaid'
  | 'verifying'
  | 'stopped'
  | 'refunded'
  | 'needs-photo'
  | 'developing'
  | 'paused'
  | 'delivered';

export interface OrderProgress {
  readonly phase: Phase;
  readonly steps: Steps;
}

function verifying(order: Order): OrderProgress {
  switch (order.state.kind) {
    case 'draft':
      return { phase: 'unpaid', steps: ['rest', 'rest', 'rest', 'rest'] };
    case 'failed':
    case 'expired':
      return { phase: 'stopped', steps: ['failed', 'rest', 'rest', 'rest'] };
    case 'awaiting-signature':
    case 'signed':
    case 'submitted':
    case 'confirmed':
    case 'manual':
      return { phase: 'verifying', steps: ['now', 'rest', 'rest', 'rest'] };
    case 'finalized':
      return { phase: 'needs-photo', steps: ['done', 'rest', 'rest', 'rest'] };
  }
}

/**
 * How far an order and its batch have come. Each picture is checked and delivered once made.
 * @param starting whether the paid order may still get its batch
 */
export function orderProgress(
  order: Order | undefined,
  batch: Batch | undefined,
  starting = false,
): OrderProgress {
  if (!order) return { phase: 'none', steps: ['rest', 'rest', 'rest', 'rest'] };
  if (refundOf(order) && !batch)
    return { phase: 'refunded', steps: ['done', 'rest', 'rest', 'rest'] };
  if (starting && !batch) return { phase: 'developing', steps: ['done', 'now', 'rest', 'rest'] };
  if (order.state.kind !== 'finalized' || !batch) return verifying(order);
  if (batch.state === 'done' || batch.state === 'cancelled')
    return { phase: 'delivered', steps: ['done', 'done', 'done', 'done'] };
  const some = batch.items.some(({ state }) => state === 'done') ? 'now' : 'rest';
  return {
    phase: batch.state === 'paused' ? 'paused' : 'developing',
    steps: ['done', 'now', some, some],
  };
}

/** When the countdown started: when the payment was sent, in Unix milliseconds. */
export function startedAt(order: Order): number {
  const { state } = order;
  if (state.kind === 'submitted' || state.kind === 'confirmed') return state.submittedAt;
  if (state.kind === 'manual') return state.since;
  if (state.kind === 'finalized') return state.proof.blockTime ?? order.updatedAt;
  return order.updatedAt;
}

/** Whole minutes left of the fifteen, at least 0. */
export function minutesRemaining(start: number, now: number): number {
  const gone = Math.max(0, Math.floor((now - start) / CONFIRMATION_TICK_MS));
  return Math.max(0, CONFIRMATION_COUNTDOWN_MINUTES - gone);
}

/** Milliseconds until `minutesRemaining` drops next. */
export const untilNextTick = (start: number, now: number): number =>
  CONFIRMATION_TICK_MS - (Math.max(0, now - start) % CONFIRMATION_TICK_MS);

interface Followed {
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
