import type { ComponentType } from 'react';

import { HomeScreen } from './features/home/home-screen.tsx';
import { t } from './i18n/index.ts';

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
    title: t('Pricing'),
    load: async () => (await import('./features/pricing/pricing-screen.tsx')).PricingScreen,
  },
  {
    path: '/customize',
    title: t('Avatar Creator'),
    load: async () => (await import('./features/customize/customize-screen.tsx')).CustomizeScreen,
  },
  {
    path: '/dashboard',
    title: t('My Dashboard'),
    load: async () => (await import('./features/dashboard/dashboard-screen.tsx')).DashboardScreen,
  },
  {
    path: '/avatar/:id',
    title: t('Avatar'),
    load: async () => (await import('./features/avatar/avatar-screen.tsx')).AvatarScreen,
  },
  {
    path: '/payment',
    title: t('Secure Payment'),
    load: async () => (await import('./features/payment/payment-screen.tsx')).PaymentScreen,
  },
  {
    path: '/payment-confirmation',
    title: t('Payment Processing'),
    load: async () =>
      (await import('./features/payment-confirmation/payment-confirmation-screen.tsx'))
        .PaymentConfirmationScreen,
  },
  {
    path: '/explore',
    title: t('Templates'),
    load: async () => (await import('./features/explore/explore-screen.tsx')).ExploreScreen,
  },
  {
    path: '/about',
    title: t('About'),
    load: async () => (await import('./features/about/about-screen.tsx')).AboutScreen,
  },
  {
    path: '/contact',
    title: t('Contact Support'),
    load: async () => (await import('./features/contact/contact-screen.tsx')).ContactScreen,
  },
  {
    path: '/feedback',
    title: t('Your Feedback'),
    load: async () => (await import('./features/feedback/feedback-screen.tsx')).FeedbackScreen,
  },
  {
    path: '/trust-security',
    title: t('Trust & Security'),
    load: async () =>
      (await import('./features/trust-security/trust-security-screen.tsx')).TrustScreen,
  },
  {
    path: '/privacy',
    title: t('Privacy Policy'),
    load: async () => (await import('./features/legal/legal-screens.tsx')).PrivacyScreen,
  },
  {
    path: '/terms',
    title: t('Terms & Conditions'),
    load: async () => (await import('./features/legal/legal-screens.tsx')).TermsScreen,
  },
  {
    path: '/login',
    title: t('Login'),
    load: async () => (await import('./features/login/login-screen.tsx')).LoginScreen,
  },
  {
    path: '/wallet-return/:state',
    title: t('Back from your wallet'),
    load: async () =>
      (await import('./features/wallet-return/wallet-return-screen.tsx')).WalletReturnScreen,
  },
  {
    path: '/nft-minting',
    title: t('Mint Your Avatar NFT'),
    load: async () =>
      (await import('./features/nft-minting/nft-minting-screen.tsx')).NftMintingScreen,
  },
  {
    path: '/bulk',
    title: t('Bulk processing'),
    load: async () => (await import('./features/bulk/bulk-screen.tsx')).BulkScreen,
  },
  {
    path: '/nft-guide',
    title: t('NFT minting guide'),
    load: async () => (await import('./features/nft-guide/nft-guide-screen.tsx')).NftGuideScreen,
  },
  {
    path: '*',
    title: t('Page not found'),
    load: async () => (await import('./features/not-found/not-found-screen.tsx')).NotFoundScreen,
  },
];
