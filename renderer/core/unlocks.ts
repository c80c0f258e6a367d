import { formatList, t } from '../i18n/index.ts';
import { paidOrders, type GrantingOrder } from './credits.ts';
import { keysOf } from './objects.ts';
import { PLAN_IDS, PLANS, type FeatureId, type Plan, type PlanId } from './plans.ts';
import { isPremiumStyle, STYLE_LABELS, type StyleId } from './styles.ts';

/**
 * What a plan unlocks, by the row of its list that promises it. Features of a plan ask `unlockedBy`
 * for their entry here. What isn't in this table is open to everybody, tools included: a preview
 * that couldn't be kept would mislead, and on the user's own device a lock is easily removed.
 */
export const UNLOCKS = {
  'premium-styles': 'premium-customization',
  'animated-avatars': 'animated-nft',
  'priority-support': 'priority-support',
  'video-export': 'video-format-export',
  banners: 'banner-designs',
  'video-intro': 'video-intro',
  'premium-animations': 'premium-animations',
  'white-label': 'white-label-licensing',
  api: 'api-access',
  bulk: 'bulk-processing',
  // No row of a list names it: it comes with the plan.
  looks: 'pro',
} as const satisfies Record<string, FeatureId | PlanId>;
export type Unlock = keyof typeof UNLOCKS;
export const UNLOCK_IDS = keysOf(UNLOCKS);

/** A plan includes its own features and those of every smaller one. */
export const planHas = (plan: PlanId, feature: FeatureId | PlanId): boolean =>
  PLAN_IDS.slice(0, PLAN_IDS.indexOf(plan) + 1).some(
    (id) => id === feature || PLANS[id].features.some((one) => one === feature),
  );

/** The plans that unlock something, the smallest first. */
export const plansWith = (unlock: Unlock): readonly Plan[] =>
  PLAN_IDS.filter((plan) => planHas(plan, UNLOCKS[unlock])).map((plan) => PLANS[plan]);

/** Everything that a plan unlocks. */
export const unlocksOf = (plan: PlanId): ReadonlySet<Unlock> =>
  new Set(UNLOCK_IDS.filter((id) => planHas(plan, UNLOCKS[id])));

/** The plans that a profile has: their orders grant credits, are verified and not refunded. */
export const plansOf = (orders: Iterable<GrantingOrder>): ReadonlySet<PlanId> =>
  new Set(
    paidOrders(orders)
      .filter(({ granted, refunded }) => granted > 0 && !refunded)
      .map(({ order }) => order.plan),
  );

/** What a profile's purchases unlock. */
export const unlockedBy = (orders: Iterable<GrantingOrder>): ReadonlySet<Unlock> =>
  new Set([...plansOf(orders)].flatMap((plan) => [...unlocksOf(plan)]));

/**
 * 'Ink comes with Creator and Pro.'
 * @param count decides between 'comes' and 'come', where one name is a plural
 */
export const comesWith = (what: readonly string[], unlock: Unlock, count = what.length): string =>
  t('{count, plural, one {{what} comes with {plans}.} other {{what} come with {plans}.}}', {
    count,
    what: formatList(what),
    plans: formatList(plansWith(unlock).map(({ name }) => name)),
  });

/** What unlocks a style; undefined for one that everybody has. */
export const unlockOfStyle = (style: StyleId): Unlock | undefined =>
  isPremiumStyle(style) ? 'premium-styles' : undefined;

/** The styles among these that are still locked. */
export const lockedStyles = (
  styles: readonly StyleId[],
  unlocked: ReadonlySet<Unlock>,
): readonly StyleId[] =>
  styles.filter((style) => {
    const unlock = unlockOfStyle(style);
    return unlock !== undefined && !unlocked.has(unlock);
  });

/** What is said about locked styles; undefined if there are none. */
export const lockedSentence = (
  styles: readonly StyleId[],
  unlocked: ReadonlySet<Unlock>,
): string | undefined => {
  const locked = lockedStyles(styles, unlocked);
  return locked.length === 0
    ? undefined
    : comesWith(
        locked.map((style) => STYLE_LABELS[style]),
        'premium-styles',
      );
};
