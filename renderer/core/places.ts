import { t } from '../i18n/index.ts';

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
  { to: '/', label: t('Home'), bar: 'header', go: 1 },
  { to: '/customize', label: t('Avatar Creator'), bar: 'header', go: 2 },
  { to: '/pricing', label: t('Pricing'), bar: 'header', go: 5 },
  { to: '/dashboard', label: t('Dashboard'), bar: 'header', go: 3 },
  { to: '/contact', label: t('Contact'), bar: 'header' },
  { to: '/feedback', label: t('Support'), bar: 'header' },
  { to: '/explore', label: t('Templates'), go: 4 },
  { to: '/dashboard?tab=settings', label: t('Settings and purchases') },
  { to: '/bulk', label: t('Bulk processing') },
  { to: '/nft-minting', label: t('Mint an NFT'), go: 6 },
  { to: '/nft-guide', label: t('NFT minting guide') },
  { to: '/login', label: t('Login') },
  { to: '/about', label: t('About'), bar: 'footer' },
  { to: '/trust-security', label: t('Trust & Security'), bar: 'footer' },
  { to: '/privacy', label: t('Privacy'), bar: 'footer' },
  { to: '/terms', label: t('Terms'), bar: 'footer' },
];
