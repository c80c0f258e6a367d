import { useMemo } from 'react';

import { errorCode, sentence } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { canPay } from '../../core/orders/selectors.ts';
import { usePayments } from '../../state/payments/index.ts';
import type { Quote } from '../../state/payments/index.ts';
import { useWallet } from '../../state/ports.ts';
import { useAsync } from '../../state/use-async.ts';

/** What the connected wallet would really pay; asked once per order and wallet. */
export function useQuote(order: Order | undefined): { quote?: Quote; obstacle?: string } {
  const payments = usePayments();
  const payer = useWallet().solana?.address;
  const id = order && canPay(order) ? order.id : undefined;
  const read = useMemo(() => {
    if (id === undefined || payer === undefined) return undefined;
    return () =>
      payments.quote(id).then(
        (quote) => ({ quote }),
        (thrown: unknown) =>
          // A network that fails now may answer when paying, so only too little money is reported.
          errorCode(thrown) === 'insufficient-funds' ? { obstacle: sentence(thrown) } : {},
      );
  }, [payments, id, payer]);
  return useAsync(read) ?? {};
}
