import { sha512 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

import { encodeBase58 } from '../../renderer/core/base58.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { restoreOrder } from '../../renderer/core/orders/restored-order.ts';
import { PLAN_IDS, PLANS, type PlanId } from '../../renderer/core/plans.ts';
import type { Scope } from '../../renderer/core/scope.ts';
import { exampleOrder } from './example-rows.ts';

/** A sold and paid order, which credits come from. Its payment is named after it. */
export function paidOrder(scope: Scope, id: string, change: Partial<Order> = {}): Order {
  const order = exampleOrder(scope, 'finalized');
  const signature = encodeBase58(sha512(utf8ToBytes(id)));
  const proof = { ...finalized(order).proof, signature };
  return { ...order, id, state: { kind: 'finalized', proof }, ...change };
}

/** An order id of a test's own, one per plan. */
export const orderIdOf = (plan: PlanId): string =>
  `LK-${String(PLAN_IDS.indexOf(plan)).repeat(20)}`;

/** A paid order of a plan, at its price. */
export function boughtOrder(scope: Scope, id: string, plan: PlanId): Order {
  const { price, avatars } = PLANS[plan];
  const order = paidOrder(scope, id, { plan, price, credits: avatars });
  const { proof } = finalized(order);
  return { ...order, state: { kind: 'finalized', proof: { ...proof, lamports: price } } };
}

export function finalized({ state }: Order): Extract<Order['state'], { kind: 'finalized' }> {
  if (state.kind !== 'finalized') throw new Error('not paid');
  return state;
}

/** A paid order as the chain alone restores it. */
export function restoredOrder(order: Order): Order {
  const { proof } = finalized(order);
  const { reference } = order;
  const restored = restoreOrder({ orderId: 'LK-01K00000000000000000', reference, proof }, order);
  if (!restored) throw new Error('not restored');
  return restored;
}

/** A paid order whose price was refunded to its payer. */
export function refundedOrder(order: Order): Order {
  const state = finalized(order);
  const { signature, payer } = state.proof;
  const refund = { signature, slot: 2, blockTime: null, to: payer };
  return { ...order, state: { ...state, refund: { ...refund, lamports: order.price } } };
}
