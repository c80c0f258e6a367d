import jsQR from 'jsqr';
import { expect, it } from 'vitest';

import { lamports } from '../../core/money.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import { PLANS } from '../../core/plans.ts';
import { qrPath, solanaPayLink } from './solana-pay.ts';

const PIXELS = 6;
const QUIET = 4;
const TREASURY = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** Draws the path's squares dark on light, as a phone's camera would see them. */
function photograph(d: string, size: number): { data: Uint8ClampedArray; width: number } {
  const width = (size + 2 * QUIET) * PIXELS;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of d.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < PIXELS; dy += 1) {
      const row = (Number(y) + QUIET) * PIXELS + dy;
      const from = (row * width + (Number(x) + QUIET) * PIXELS) * 4;
      for (let i = 0; i < PIXELS * 4; i += 1) if (i % 4 !== 3) data[from + i] = 0;
    }
  }
  return { data, width };
}

it('names treasury, amount, reference and memo, and can be scanned', async () => {
  const order = createOrder({
    plan: PLANS.creator,
    scope: { profileId: 'guest', genesis: 'G' },
    treasury: TREASURY,
    slot: 1,
    now: 1_764_000_000_000,
    random: (length) => new Uint8Array(length).fill(7),
    taken: () => false,
  });
  const link = solanaPayLink(order);
  // Some wallets read a '+' as itself.
  expect(link).not.toContain('+');
  const { d, size } = await qrPath(link);
  const { data, width } = photograph(d, size);
  const read = new URL(jsQR(data, width, width)?.data ?? '');
  expect(read.protocol + read.pathname).toBe(`solana:${TREASURY}`);
  expect(Object.fromEntries(read.searchParams)).toEqual({
    amount: '3.5',
    reference: order.reference,
    label: 'Likeness',
    message: `Order ${order.id}`,
    memo: order.id,
  });
  expect(order.price).toBe(lamports(3_500_000_000n));
});
