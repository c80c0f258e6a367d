import { solText } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';

/**
 * A transfer request of the Solana Pay specification. It names no network, so show it on mainnet
 * only.
 * @see https://docs.solanapay.com/spec#specification-transfer-request
 */
export function solanaPayLink(order: Order): string {
  const query = new URLSearchParams({
    amount: solText(order.price),
    reference: order.reference,
    label: 'Likeness',
    message: `Order ${order.id}`,
    memo: order.id,
  });
  // Wallets read '+' literally, so a space has to be %20.
  return `solana:${order.treasury}?${query.toString().replaceAll('+', '%20')}`;
}
