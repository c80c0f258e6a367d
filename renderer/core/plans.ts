import { t } from '../i18n/index.ts';
import { LAMPORTS_PER_SOL, parseSol, solText, type Lamports } from './money.ts';

export const PLAN_IDS = ['basic', 'creator', 'pro'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  /** Credits that the plan grants; each kept avatar uses one. */
  readonly avatars: number;
  readonly price: Lamports;
  readonly originalPrice: Lamports;
  readonly popular: boolean;
  readonly features: readonly FeatureId[];
}

/** The label of every row in a plan's list. */
export const FEATURES = {
  'high-resolution-export': t('high resolution export'),
  'basic-customization': t('basic customization'),
  'email-support': t('email support'),
  'commercial-license': t('commercial license'),
  'animated-nft': t('260 animated NFT'),
  'premium-customization': t('premium customization'),
  'priority-support': t('priority support'),
  'nft-minting-guide': t('NFT minting guide'),
  'video-format-export': t('video format export'),
  'banner-designs': t('custom banner designs'),
  'video-intro': t('video intro creation'),
  'premium-animations': t('premium animations'),
  'white-label-licensing': t('white-label licensing'),
  'api-access': t('API access'),
  'bulk-processing': t('bulk processing'),
} as const satisfies Record<string, string>;
export type FeatureId = keyof typeof FEATURES;

/** Raised whenever a price changes; stored with each order so that old orders keep their prices. */
export const PRICE_BOOK_VERSION = 1;

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  basic: {
    id: 'basic',
    name: 'Basic',
    avatars: 1_000,
    price: parseSol('1.2'),
    originalPrice: parseSol('2.8'),
    popular: false,
    features: [
      'high-resolution-export',
      'basic-customization',
      'email-support',
      'commercial-license',
    ],
  },
  creator: {
    id: 'creator',
    name: 'Creator',
    avatars: 5_300,
    price: parseSol('3.5'),
    originalPrice: parseSol('7.2'),
    popular: true,
    features: [
      'animated-nft',
      'premium-customization',
      'priority-support',
      'commercial-license',
      'nft-minting-guide',
      'video-format-export',
    ],
  },
  pro: {
    id: 'pro',
    name: 'Pro',
    avatars: 11_200,
    price: parseSol('6.9'),
    originalPrice: parseSol('12.5'),
    popular: false,
    features: [
      'banner-designs',
      'video-intro',
      'premium-animations',
      'white-label-licensing',
      'priority-support',
      'api-access',
      'bulk-processing',
    ],
  },
};

/** Reads the `plan` query, ignoring case; unknown or missing means Creator. */
export function resolvePlan(query: string | null | undefined): Plan {
  const id = query?.toLowerCase();
  return PLANS[PLAN_IDS.find((known) => known === id) ?? 'creator'];
}

/** Rounded (1 - price / original) x 100. */
export const discountPercent = (plan: Plan): number =>
  Math.round((1 - Number(plan.price) / Number(plan.originalPrice)) * 100);

/** Original minus price in SOL, to one decimal. */
export const savingsSol = (plan: Plan): string =>
  (Number(plan.originalPrice - plan.price) / Number(LAMPORTS_PER_SOL)).toFixed(1);

/** '/payment?plan=creator&priceSOL=3.5': the price is there for the reader and is never trusted. */
export const paymentPath = (plan: Plan): string =>
  `/payment?plan=${plan.id}&priceSOL=${solText(plan.price)}`;
