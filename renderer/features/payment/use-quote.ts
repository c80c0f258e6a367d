import { useEffect, useState } from 'react';

import { errorCode, sentence } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { canPay } from '../../core/orders/selectors.ts';
import { usePayments } from '../../state/payments/index.ts';
import type { Quote } from '../../state/payments/index.ts';
import { useWallet } from '../../state/ports.ts';

interface Answer {
  readonly key: string;
  readonly quote?: Quote;
  readonly obstacle?: string;
}

/** What the connected wallet would really pay; asked once per order and wallet. */
export function useQuote(order: Order | undefined): { quote?: Quote; obstacle?: string } {
  const payments = usePayments();
  const payer = useWallet().solana?.address;
  const [answer, setAnswer] = useState<Answer>();
  const key = order && canPay(order) && payer !== undefined ? `${order.id} ${payer}` : undefined;

  useEffect(() => {
    if (key === undefined) return;
    let stale = false;
    payments.quote(key.split(' ')[0] ?? '').then(
      (quote) => {
        if (!stale) setAnswer({ key, quote });
      },
      (thrown: unknown) => {
        // A network that fails now may answer when paying, so only too little money is reported.
        if (!stale && errorCode(thrown) === 'insufficient-funds')
          setAnswer({ key, obstacle: sentence(thrown) });
      },
    );
    return () => {
      stale = true;
    };
  }, [payments, key]);

  if (answer?.key !== key || answer === undefined) return {};
  return {
    ...(answer.quote && { quote: answer.quote }),
    ...(answer.obstacle !== undefined && { obstacle: answer.obstacle }),
  };
}
