import { useEffect, useRef, useState } from 'react';

import type { Order } from '../../core/orders/order.ts';
import { canPay, orderInHand } from '../../core/orders/selectors.ts';
import type { Plan } from '../../core/plans.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { useAtomValue } from '../../state/jotai.ts';
import { usePayments } from '../../state/payments/index.ts';
import type { OrderWatch } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { scopeAtom, useScope } from '../../state/scope.ts';

export interface PlanOrder {
  /** Absent until the chain and the profile are known. */
  readonly watch?: OrderWatch;
  /** Why there is no order. */
  readonly failure?: unknown;
  readonly tryAgain: () => void;
  /** Leaves a paid order be and begins the next one of the same plan. */
  readonly buyAnother: () => void;
}

/** Something of it may be charged, or was: whoever signs in or out now doesn't change whose it is. */
const isSettledUpon = (order: Order): boolean => !canPay(order);

/**
 * The order that this page is about: one of the plan that is under way, else the unpaid one.
 * It follows who is signed in for as long as nothing of it was paid.
 */
export function usePlanOrder(plan: Plan): PlanOrder {
  const payments = usePayments();
  const { store, clock } = usePorts();
  const current = useAtomValue(scopeAtom);
  const profileId = useScope()?.profileId;
  const draftId = useDraft().draft?.id;
  const [attempt, setAttempt] = useState(0);
  const [passedOver, setPassedOver] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [watch, setWatch] = useState<OrderWatch>();
  const latest = useRef<Order>(undefined);

  useEffect(() => {
    let stale = false;
    let stop: (() => void) | undefined;
    const follow = (id: string): void => {
      stop = payments.watchOrder(id, (seen) => {
        latest.current = seen.order;
        setWatch(seen);
      });
    };
    const begin = async (): Promise<Order> => {
      const scope = await current.confirmed();
      const known = orderInHand(await store.list('orders', scope), plan, clock.now());
      return known && known.id !== passedOver
        ? known
        : payments.startOrder({ plan, scope, ...(draftId !== undefined && { draftId }) });
    };

    const kept = latest.current;
    if (kept?.plan === plan.id && kept.id !== passedOver && isSettledUpon(kept)) {
      follow(kept.id);
    } else {
      begin().then(
        (order) => {
          if (stale) return;
          setFailure(undefined);
          follow(order.id);
        },
        (thrown: unknown) => {
          if (!stale) setFailure(thrown);
        },
      );
    }
    return () => {
      stale = true;
      stop?.();
    };
  }, [payments, store, clock, current, plan, profileId, draftId, attempt, passedOver]);

  return {
    ...(watch?.order.plan === plan.id && { watch }),
    failure,
    tryAgain: () => setAttempt((count) => count + 1),
    buyAnother: () => setPassedOver(latest.current?.id),
  };
}
