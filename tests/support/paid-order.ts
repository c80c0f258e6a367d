import { createHash } from 'node:crypto';

import { encodeBase58 } from '../../renderer/core/base58.ts';
import { lamports } from '../../renderer/core/money.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { PLANS } from '../../renderer/core/plans.ts';
import type { Scope } from '../../renderer/core/scope.ts';

const KEY = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';

/** An order that was sold and is paid: what credits come from. Its payment is named after it. */
export function paidOrder(
  { profileId, genesis }: Scope,
  id: string,
  change: Partial<Order> = {},
): Order {
  const { avatars, price } = PLANS.basic;
  return {
    id,
    profileId,
    genesis,
    plan: 'basic',
    priceBook: 1,
    price,
    credits: avatars,
    treasury: KEY,
    reference: KEY,
    manualAmount: lamports(price + 1n),
    sinceSlot: 1,
    createdAt: 0,
    updatedAt: 0,
    state: {
      kind: 'finalized',
      proof: {
        signature: encodeBase58(createHash('sha512').update(id).digest()),
        slot: 2,
        blockTime: null,
        payer: KEY,
        treasury: KEY,
        lamports: price,
        fee: lamports(5_000n),
      },
    },
    ...change,
  };
}
