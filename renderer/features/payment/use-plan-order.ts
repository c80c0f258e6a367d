import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';

import { errorCode, sentence, type LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { canPay, orderInHand } from '../../core/orders/selectors.ts';
import type { Plan } from '../../core/plans.ts';
import { i18n } from '../../i18n/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { usePayments, type OrderWatch, type Quote } from '../../state/payments/index.ts';
import { usePorts, useWallet } from '../../state/ports.ts';
import { scopeAtom, useScope } from '../../state/scope.ts';
import { useAsync } from '../../state/use-async.ts';

/** What the wallet holds and what is needed, if the amounts are known. */
function tooLittle(thrown: unknown): string {
  const { balance, needed } = (thrown as LikenessError).context;
  const amounts =
    needed === undefined
      ? ''
      : i18n.t('It holds {balance} SOL; {needed} SOL are needed.', { balance, needed });
  return `${sentence(thrown)} ${amounts}`;
}

/**
 * What the connected wallet would really pay; asked once per order and wallet. The quote stays while
 * the wallet is asked and after that.
 */
export function useQuote(order: Order | undefined): { quote?: Quote; obstacle?: string } {
  const payments = usePayments();
  const payer = useWallet().solana?.address;
  const id = order && canPay(order) ? order.id : undefined;
  const read = useMemo(() => {
    if (id === undefined || payer === undefined) return undefined;
    return () =>
      payments.quote(id).then(
        (quote) => ({ id, quote }),
        (thrown: unknown) =>
          // A network that fails now may answer when paying, so only too little money is reported.
          errorCode(thrown) === 'insufficient-funds' ? { obstacle: tooLittle(thrown) } : {},
      );
  }, [payments, id, payer]);
  const found = useAsync(read);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  if (found || !order || canPay(order)) return found ?? {};
  return last && 'quote' in last && last.id === order.id ? { quote: last.quote } : {};
}

export interface PlanOrder {
  /** Absent until the chain and the profile are known. */
  readonly watch?: OrderWatch;
  /** Why there is no order. */
  readonly failure?: unknown;
  readonly tryAgain: () => void;
  /** Leaves a paid order alone and starts the next one of the same plan. */
  readonly buyAnother: () => void;
}

/** True if the order may be or was charged: signing in or out no longer changes its owner. */
const isSettledUpon = (order: Order): boolean => !canPay(order);

/**
 * The order that the payment page is about: the plan's order in progress, else the unpaid one.
 * Until some of it is paid, it belongs to whoever is signed in: a visitor's goes with them.
 */
export function usePlanOrder(plan: Plan): PlanOrder {
  const payments = usePayments();
  const { store, clock } = usePorts();
  const current = useAtomValue(scopeAtom);
  const scope = useScope();
  const profileId = scope?.profileId;
  const draftId = useDraft().draft?.id;
  const [attempt, setAttempt] = useState(0);
  const [passedOver, setPassedOver] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [followed, setFollowed] = useState<string>();
  const [watch, setWatch] = useState<OrderWatch>();
  const latest = useRef<Order>(undefined);

  useEffect(() => {
    if (followed === undefined) return;
    return payments.watchOrder(followed, (seen) => {
      latest.current = seen.order;
      setWatch(seen);
    });
  }, [payments, followed]);

  useEffect(() => {
    let stale = false;
    const stays = (): boolean => {
      const kept = latest.current;
      return kept?.plan === plan.id && kept.id !== passedOver && isSettledUpon(kept);
    };
    const begin = async (): Promise<Order> => {
      const confirmed = await current.confirmed();
      const known = orderInHand(await store.list('orders', confirmed), plan, clock.now());
      if (known && known.id !== passedOver) return known;
      // A visitor who signs in keeps the order on the page, with its number and its amount.
      const shown = latest.current?.id;
      return payments.startOrder({
        plan,
        scope: confirmed,
        ...(draftId !== undefined && { draftId }),
        ...(shown !== undefined && { shown }),
      });
    };
    if (stays()) return;
    begin().then(
      (order) => {
        // An order whose wallet was asked meanwhile isn't left for another one.
        if (stale || stays()) return;
        setFailure(undefined);
        setFollowed(order.id);
      },
      (thrown: unknown) => {
        if (!stale) setFailure(thrown);
      },
    );
    return () => {
      stale = true;
    };
  }, [payments, store, clock, current, plan, profileId, draftId, attempt, passedOver]);

  const order = watch?.order;
  const isOfPlan = order?.plan === plan.id;
  // After a wallet connects or an account opens, they must not pay the previous owner's order.
  const isTheirs = order && (isSettledUpon(order) || order.profileId === profileId);
  return {
    ...(isOfPlan && isTheirs && { watch }),
    failure,
    tryAgain: () => setAttempt((count) => count + 1),
    buyAnother: () => setPassedOver(latest.current?.id),
  };
}
