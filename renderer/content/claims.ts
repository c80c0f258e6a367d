import { formatNumber } from '../core/format.ts';
import { i18n } from '../i18n/index.ts';

/**
 * What the product says about itself but can't prove by itself. The owner checks each line against
 * the facts and the country's law, then sets `reviewed`; a mainnet build requires it.
 */
export const CLAIMS = {
  reviewed: false as boolean,
  statistics: [
    { value: `${formatNumber(50_000)}+`, label: i18n.t('avatars made') },
    { value: `${formatNumber(25_000)}+`, label: i18n.t('creators') },
    { value: `${formatNumber(4.9)}/5`, label: i18n.t('average rating') },
    {
      value: formatNumber(0.999, { style: 'percent', maximumFractionDigits: 1 }),
      label: i18n.t('uptime'),
    },
  ],
  /** What the About page claims. */
  aboutStatistics: [
    { value: `${formatNumber(25_000)}+`, label: i18n.t('avatars') },
    { value: `${formatNumber(12_000)}+`, label: i18n.t('users') },
    { value: '50+', label: i18n.t('countries') },
  ],
  communityImpact: [
    { value: formatNumber(2_847), label: i18n.t('submissions') },
    { value: `${formatNumber(4.8)}/5`, label: i18n.t('average rating') },
    { value: '23', label: i18n.t('features') },
  ],
  compliance: [
    { name: 'SOC 2 Type II', status: 'compliant' },
    { name: 'GDPR', status: 'compliant' },
    { name: 'CCPA', status: 'compliant' },
    { name: 'ISO 27001', status: 'in-progress' },
  ],
  guarantee: i18n.t('7-day satisfaction guarantee'),
  retention: i18n.t('Zero data retention'),
  processing: i18n.t('Images are processed securely and deleted immediately'),
  savings: i18n.t('Save up to 60%'),
  transactionFee: i18n.t('about $0.01'),
  /** In SOL, as the order summary words it. */
  transactionFeeSol: '0.01',
  confirmationTime: i18n.t('1-2s'),
  verificationTime: i18n.t('1-3 minutes'),
  supportTime: i18n.t('within 24 hours'),
} as const;
