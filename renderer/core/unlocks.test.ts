import { describe, expect, it } from 'vitest';

import {
  boughtOrder,
  finalized,
  refundedOrder,
  restoredOrder,
} from '../../tests/support/paid-order.ts';
import type { Order } from './orders/order.ts';
import { PLAN_IDS, PLANS, type PlanId } from './plans.ts';
import { STYLE_IDS } from './styles.ts';
import {
  comesWith,
  lockedSentence,
  lockedStyles,
  planHas,
  plansWith,
  UNLOCK_IDS,
  unlockedBy,
  UNLOCKS,
} from './unlocks.ts';

const scope = { profileId: 'guest', genesis: 'g' };
const paid = (id: string, plan: PlanId): Order => boughtOrder(scope, id, plan);
const all = new Set(UNLOCK_IDS);

describe('what a plan unlocks', () => {
  it('grows from plan to plan: Pro has all of Creator, Creator all of Basic', () => {
    const of = (plan: PlanId) => UNLOCK_IDS.filter((id) => planHas(plan, UNLOCKS[id]));
    expect(of('basic')).toEqual([]);
    expect(of('creator')).toEqual([
      'premium-styles',
      'animated-avatars',
      'priority-support',
      'video-export',
    ]);
    expect(of('pro')).toEqual(UNLOCK_IDS);
    for (const plan of PLAN_IDS)
      for (const feature of PLANS[plan].features) expect(planHas('pro', feature)).toBe(true);
  });

  it('says which plans have it', () => {
    expect(plansWith('premium-styles').map(({ id }) => id)).toEqual(['creator', 'pro']);
    expect(plansWith('api').map(({ id }) => id)).toEqual(['pro']);
    expect(comesWith(['Ink'], 'premium-styles')).toBe('Ink comes with Creator and Pro.');
    expect(comesWith(['Ink', 'Comic'], 'api')).toBe('Ink and Comic come with Pro.');
  });
});

describe('what purchases unlock', () => {
  it('needs a verified payment of the full price, by the price book of that day', () => {
    const order = paid('o1', 'pro');
    const { proof } = finalized(order);
    const unpaid: Order = { ...order, state: { kind: 'draft' } };
    const short: Order = {
      ...order,
      state: { ...finalized(order), proof: { ...proof, lamports: PLANS.basic.price } },
    };
    const relabelled: Order = { ...paid('o1', 'basic'), plan: 'pro' };
    const unknownBook: Order = { ...order, priceBook: 999 };
    for (const one of [unpaid, short, relabelled, unknownBook])
      expect(unlockedBy([one])).toEqual(new Set());
  });

  it('counts a payment once, for the first order that names it', () => {
    const basic = paid('o1', 'basic');
    const copied: Order = { ...paid('o2', 'pro') };
    const same = {
      ...copied,
      state: {
        ...finalized(copied),
        proof: { ...finalized(copied).proof, signature: finalized(basic).proof.signature },
      },
    };
    expect(unlockedBy([basic, same])).toEqual(new Set());
  });
});

describe.each(UNLOCK_IDS)('%s', (unlock) => {
  const opens = (...orders: readonly Order[]): boolean => unlockedBy(orders).has(unlock);
  const least = plansWith(unlock)[0]?.id ?? 'basic';
  /** Whether a plan is enough for it. */
  const has = (plan: PlanId): boolean => PLAN_IDS.indexOf(plan) >= PLAN_IDS.indexOf(least);

  it('comes with its plan and every larger one, and with nothing less', () => {
    expect(opens()).toBe(false);
    for (const plan of PLAN_IDS) expect(opens(paid('o1', plan))).toBe(has(plan));
    expect(plansWith(unlock).map(({ id }) => id)).toEqual(PLAN_IDS.filter(has));
    expect(has('basic')).toBe(false);
  });

  it('is unlocked by two plans of which one has it, until that one is refunded', () => {
    expect(opens(paid('o1', 'basic'), paid('o2', least))).toBe(true);
    expect(opens(paid('o1', 'basic'), refundedOrder(paid('o2', least)))).toBe(false);
    expect(opens(refundedOrder(paid('o1', least)), paid('o2', least))).toBe(true);
    expect(opens(paid('o1', 'creator'), refundedOrder(paid('o2', 'pro')))).toBe(has('creator'));
  });

  it('comes back with a plan that is restored from the chain', () => {
    const restored = restoredOrder(paid('o1', least));
    expect(opens(restored)).toBe(true);
    expect(opens(refundedOrder(restored))).toBe(false);
  });
});

it('styles beyond the first six are locked without a plan that has them', () => {
  expect(lockedStyles(STYLE_IDS, new Set())).toEqual(STYLE_IDS.slice(6));
  expect(lockedStyles(STYLE_IDS, all)).toEqual([]);
  expect(lockedSentence(['realistic'], new Set())).toBeUndefined();
  expect(lockedSentence(['realistic', 'comic'], new Set())).toBe(
    'Comic comes with Creator and Pro.',
  );
  expect(lockedSentence(['comic'], all)).toBeUndefined();
});
