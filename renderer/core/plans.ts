import { formatSol, LAMPORTS_PER_SOL, parseSol, type Lamports } from './money.ts';

export const PLAN_IDS = ['basic', 'creator', 'pro'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  /** Credits the plan grants; one kept avatar uses one. */
  readonly avatars: number;
  readonly price: Lamports;
  readonly originalPrice: Lamports;
  readonly popular: boolean;
  readonly features: readonly FeatureId[];
}

/** Every row of a plan's list is a feature of the product; `built` says whether it exists yet. */
export const FEATURES = {
  'high-resolution-export': { label: 'high resolution export', built: true },
  'basic-customization': { label: 'basic customization', built: true },
  'email-support': { label: 'email support', built: true },
  'commercial-license': { label: 'commercial license', built: true },
  'animated-nft': { label: '260 animated NFT', built: false },
  'premium-customization': { label: 'premium customization', built: true },
  'priority-support': { label: 'priority support', built: true },
  'nft-minting-guide': { label: 'NFT minting guide', built: true },
  'video-format-export': { label: 'video format export', built: false },
  'banner-designs': { label: 'custom banner designs', built: false },
  'video-intro': { label: 'video intro creation', built: false },
  'premium-animations': { label: 'premium animations', built: false },
  'white-label-licensing': { label: 'white-label licensing', built: false },
  'api-access': { label: 'API access', built: false },
  'bulk-processing': { label: 'bulk processing', built: false },
} as const satisfies Record<string, { label: string; built: boolean }>;
export type FeatureId = keyof typeof FEATURES;

/** Raised whenever a price changes; stored with each order so that old orders keep theirs. */
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

/** The `plan` query, case-insensitively; unknown or missing means Creator. */
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

/** '/payment?plan=creator&priceSOL=3.5': the price is repeated for the reader, never trusted. */
export const paymentPath = (plan: Plan): string =>
  `/payment?plan=${plan.id}&priceSOL=${formatSol(plan.price)}`;
