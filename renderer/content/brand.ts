import { i18n } from '../i18n/index.ts';

export const BRAND = 'Likeness';
export const BADGE_LINE = [
  i18n.t('SSL Secured'),
  i18n.t('Wallet Verified'),
  i18n.t('No Data Shared'),
] as const;

export const NAV_LINKS = [
  { to: '/', label: i18n.t('Home') },
  { to: '/customize', label: i18n.t('Avatar Creator') },
  { to: '/pricing', label: i18n.t('Pricing') },
  { to: '/dashboard', label: i18n.t('Dashboard') },
  { to: '/contact', label: i18n.t('Contact') },
  { to: '/feedback', label: i18n.t('Support') },
] as const;

export const FOOTER_LINKS = [
  { to: '/about', label: i18n.t('About') },
  { to: '/trust-security', label: i18n.t('Trust & Security') },
  { to: '/privacy', label: i18n.t('Privacy') },
  { to: '/terms', label: i18n.t('Terms') },
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
