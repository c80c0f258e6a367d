import { i18n } from '../i18n/index.ts';

/** A screen that the command palette leads to, and perhaps a bar or the desktop's menu. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly bar?: 'header' | 'footer';
  /** The desktop's menu "Go" has it at this position, with Ctrl or ⌘ and the number. */
  readonly go?: number;
}

/** In the order of bars and palette. Translated at each call: the desktop's menu can change its language. */
export const places = (): readonly Place[] => [
  { to: '/', label: i18n.t('Home'), bar: 'header', go: 1 },
  { to: '/customize', label: i18n.t('Avatar Creator'), bar: 'header', go: 2 },
  { to: '/pricing', label: i18n.t('Pricing'), bar: 'header', go: 5 },
  { to: '/dashboard', label: i18n.t('Dashboard'), bar: 'header', go: 3 },
  { to: '/contact', label: i18n.t('Contact'), bar: 'header' },
  { to: '/feedback', label: i18n.t('Support'), bar: 'header' },
  { to: '/explore', label: i18n.t('Templates'), go: 4 },
  { to: '/dashboard?tab=settings', label: i18n.t('Settings and purchases') },
  { to: '/bulk', label: i18n.t('Bulk processing') },
  { to: '/nft-minting', label: i18n.t('Mint an NFT'), go: 6 },
  { to: '/nft-guide', label: i18n.t('NFT minting guide') },
  { to: '/login', label: i18n.t('Login') },
  { to: '/about', label: i18n.t('About'), bar: 'footer' },
  { to: '/trust-security', label: i18n.t('Trust & Security'), bar: 'footer' },
  { to: '/privacy', label: i18n.t('Privacy'), bar: 'footer' },
  { to: '/terms', label: i18n.t('Terms'), bar: 'footer' },
];
