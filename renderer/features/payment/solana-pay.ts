import { solText } from '../../core/money.ts';
import type { Order } from '../../core/orders/order.ts';

/**
 * Encodes text as a QR code: an SVG path of unit squares, in a square box with edge `size`. Loads
 * the encoder on first use.
 */
export async function qrPath(text: string) {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const d = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return { d: d.join(''), size };
}

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
