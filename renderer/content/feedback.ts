import { i18n } from '../i18n/index.ts';

/** The feedback page's block; its figures are claims, so they are in claims.ts. */
export const COMMUNITY_IMPACT = {
  title: i18n.t('Community Impact'),
} as const;

export const SENTIMENTS = {
  positive: { label: i18n.t('Positive'), detail: i18n.t('It did what I hoped') },
  negative: { label: i18n.t('Negative'), detail: i18n.t('Something was in the way') },
} as const;
