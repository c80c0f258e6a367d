import type { Order } from '../../core/orders/order.ts';
import type { Chain, PaymentCost } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';

/** How long a cost stays valid: after that, the balance or the network's fees may have changed. */
const VALID_MS = 30_000;

/** What the connected wallet would pay. A quote and the payment after it share one simulation. */
export interface PaymentCosts {
  /** @throws LikenessError as `Chain.paymentCost`; a failure isn't kept */
  of(order: Order, payer: string, signal: AbortSignal): Promise<PaymentCost>;
}

export function createPaymentCosts(chain: () => Promise<Chain>, clock: Clock): PaymentCosts {
  let last:
    | { readonly key: string; readonly at: number; readonly cost: Promise<PaymentCost> }
    | undefined;

  return {
    of(order, payer, signal) {
      const key = `${order.id} ${payer}`;
      const now = clock.now();
      if (last?.key === key && now - last.at < VALID_MS) return last.cost;
      const cost = chain().then((solana) => solana.paymentCost(order, payer, signal));
      const asked = { key, at: now, cost };
      last = asked;
      cost.catch(() => {
        // The caller gets the error.
        if (last === asked) last = undefined;
      });
      return cost;
    },
  };
}
