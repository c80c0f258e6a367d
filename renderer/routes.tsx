import type { ComponentType } from 'react';

import { HomeScreen } from './features/home/index.ts';
import { i18n } from './i18n/index.ts';

export interface ScreenRoute {
  /** A pattern of React Router's: '/avatar/:id'. */
  readonly path: string;
  /** The window's title is 'Pricing · Likeness'; without one, the product's name alone. */
  readonly title?: string;
  /** Set if the screen comes with the first page. */
  readonly Screen?: ComponentType;
  /** Loads the screen when it is first visited. */
  readonly load?: () => Promise<ComponentType>;
}

/** The route table of both apps. Home comes with the first page. */
export const routes: readonly ScreenRoute[] = [
  { path: '/', Screen: HomeScreen },
  {
    path: '/pricing',
    title: i18n.t('Pricing'),
    load: async () => (await import('./features/pricing/index.ts')).PricingScreen,
  },
  {
    path: '/customize',
    title: i18n.t('Avatar Creator'),
    load: async () => (await import('./features/customize/index.ts')).CustomizeScreen,
  },
  {
    path: '/dashboard',
    title: i18n.t('My Dashboard'),
    load: async () => (await import('./features/dashboard/index.ts')).DashboardScreen,
  },
  {
    path: '/avatar/:id',
    title: i18n.t('Avatar'),
    load: async () => (await import('./features/avatar/index.ts')).AvatarScreen,
  },
  {
    path: '/payment',
    title: i18n.t('Secure Payment'),
    load: async () => (await import('./features/payment/index.ts')).PaymentScreen,
  },
  {
    path: '/payment-confirmation',
    title: i18n.t('Payment Processing'),
    load: async () =>
      (await import('./features/payment-confirmation/index.ts')).PaymentConfirmationScreen,
  },
  {
    path: '/explore',
    title: i18n.t('Templates'),
    load: async () => (await import('./features/explore/index.ts')).ExploreScreen,
  },
  {
    path: '/about',
    title: i18n.t('About'),
    load: async () => (await import('./features/about/index.ts')).AboutScreen,
  },
  {
    path: '/contact',
    title: i18n.t('Contact Support'),
    load: async () => (await import('./features/contact/index.ts')).ContactScreen,
  },
  {
    path: '/feedback',
    title: i18n.t('Your Feedback'),
    load: async () => (await import('./features/feedback/index.ts')).FeedbackScreen,
  },
  {
    path: '/trust-security',
    title: i18n.t('Trust & Security'),
    load: async () => (await import('./features/trust-security/index.ts')).TrustScreen,
  },
  {
    path: '/privacy',
    title: i18n.t('Privacy Policy'),
    load: async () => (await import('./features/legal/index.ts')).PrivacyScreen,
  },
  {
    path: '/terms',
    title: i18n.t('Terms & Conditions'),
    load: async () => (await import('./features/legal/index.ts')).TermsScreen,
  },
  {
    path: '/login',
    title: i18n.t('Login'),
    load: async () => (await import('./features/login/index.ts')).LoginScreen,
  },
  {
    path: '/wallet-return/:state',
    title: i18n.t('Back from your wallet'),
    load: async () => (await import('./features/wallet-return/index.ts')).WalletReturnScreen,
  },
  {
    path: '/nft-minting',
    title: i18n.t('Mint Your Avatar NFT'),
    load: async () => (await import('./features/nft-minting/index.ts')).NftMintingScreen,
  },
  {
    path: '/bulk',
    title: i18n.t('Bulk processing'),
    load: async () => (await import('./features/bulk/index.ts')).BulkScreen,
  },
  {
    path: '/nft-guide',
    title: i18n.t('NFT minting guide'),
    load: async () => (await import('./features/nft-guide/index.ts')).NftGuideScreen,
  },
  {
    path: '*',
    title: i18n.t('Page not found'),
    load: async () => (await import('./features/not-found/index.ts')).NotFoundScreen,
  },
];
