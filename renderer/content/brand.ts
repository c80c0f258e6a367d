import { i18n } from '../i18n/index.ts';

export const BRAND = 'Likeness';
export const BADGE_LINE = [
  i18n.t('SSL Secured'),
  i18n.t('Wallet Verified'),
  i18n.t('No Data Shared'),
] as const;

/** Pages that belong under one of the header's links. */
export const NAV_HOME_OF: Readonly<Record<string, string>> = {
  '/explore': '/customize',
  '/payment': '/pricing',
  '/payment-confirmation': '/dashboard',
  '/avatar': '/dashboard',
  '/nft-minting': '/dashboard',
  '/nft-guide': '/dashboard',
  '/bulk': '/customize',
};
