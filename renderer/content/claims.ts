import { formatNumber, t } from '../i18n/index.ts';

/**
 * Whether the owner has checked a group of claims against the facts and the country's law. Until
 * then the group is marked as a sample on every network, and a mainnet build is refused.
 */
const REVIEWED = {
  /** Those of Home, and which plan is the most popular. */
  statistics: false,
  aboutStatistics: false,
  communityImpact: false,
  compliance: false,
  /** The original prices in core/plans.ts, and what is saved. */
  prices: false,
  /** Testimonials, team and roadmap. */
  people: false,
  /** The guarantee, times and fees that are promised, retention, and the seal's words in brand.ts. */
  promises: false,
};
export type ClaimGroup = keyof typeof REVIEWED;

export const isSample = (group: ClaimGroup): boolean => !REVIEWED[group];

/** Stops a mainnet build while a group of claims is unchecked. @throws Error that names them */
export function requireReview(network: string | undefined): void {
  const left = Object.entries(REVIEWED).filter(([, reviewed]) => !reviewed);
  if (network === 'mainnet' && left.length > 0)
    throw new Error(
      `Read renderer/content/claims.ts and mark what you have checked there: a mainnet build shows customers ${left.map(([group]) => group).join(', ')}.`,
    );
}

/** What the product says about itself but can't prove by itself. */
export const CLAIMS = {
  statistics: [
    { value: `${formatNumber(50_000)}+`, label: t('avatars made') },
    { value: `${formatNumber(25_000)}+`, label: t('creators') },
    { value: `${formatNumber(4.9)}/5`, label: t('average rating') },
    {
      value: formatNumber(0.999, { style: 'percent', maximumFractionDigits: 1 }),
      label: t('uptime'),
    },
  ],
  /** What the About page claims. */
  aboutStatistics: [
    { value: `${formatNumber(25_000)}+`, label: t('avatars') },
    { value: `${formatNumber(12_000)}+`, label: t('users') },
    { value: '50+', label: t('countries') },
  ],
  communityImpact: [
    { value: formatNumber(2_847), label: t('submissions') },
    { value: `${formatNumber(4.8)}/5`, label: t('average rating') },
    { value: '23', label: t('features') },
  ],
  compliance: [
    { name: 'SOC 2 Type II', status: 'compliant' },
    { name: 'GDPR', status: 'compliant' },
    { name: 'CCPA', status: 'compliant' },
    { name: 'ISO 27001', status: 'in-progress' },
  ],
  guarantee: t('7-day satisfaction guarantee'),
  retention: t('Zero data retention'),
  processing: t('Images are processed securely and deleted immediately'),
  savings: t('Save up to 60%'),
  transactionFee: t('about $0.01'),
  /** The same fee in SOL, as the order summary shows it until it is measured. */
  transactionFeeSol: '0.01',
  confirmationTime: t('1-2s'),
  verificationTime: t('1-3 minutes'),
  supportTime: t('within 24 hours'),
} as const;
