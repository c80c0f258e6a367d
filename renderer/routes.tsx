import type { ComponentType } from 'react';

import { HomeScreen } from './features/home/index.ts';

export interface ScreenRoute {
  /** A pattern of React Router's: '/avatar/:id'. */
  readonly path: string;
  /** The window's title is 'Pricing · Likeness'; without one, the product's name alone. */
  readonly title?: string;
  /** Set if the screen comes with the first page. */
  readonly Screen?: ComponentType;
  /** Loads the screen when it is first gone to. */
  readonly load?: () => Promise<ComponentType>;
}

/** The route table of both apps. Home comes with the first page. */
export const routes: readonly ScreenRoute[] = [
  { path: '/', Screen: HomeScreen },
  {
    path: '/pricing',
    title: 'Pricing',
    load: async () => (await import('./features/pricing/index.ts')).PricingScreen,
  },
  {
    path: '/customize',
    title: 'Avatar Creator',
    load: async () => (await import('./features/customize/index.ts')).CustomizeScreen,
  },
  {
    path: '/dashboard',
    title: 'My Dashboard',
    load: async () => (await import('./features/dashboard/index.ts')).DashboardScreen,
  },
  {
    path: '/avatar/:id',
    title: 'Avatar',
    load: async () => (await import('./features/avatar/index.ts')).AvatarScreen,
  },
  {
    path: '/payment',
    title: 'Secure Payment',
    load: async () => (await import('./features/payment/index.ts')).PaymentScreen,
  },
  {
    path: '/payment-confirmation',
    title: 'Payment Processing',
    load: async () =>
      (await import('./features/payment-confirmation/index.ts')).PaymentConfirmationScreen,
  },
  {
    path: '/explore',
    title: 'Templates',
    load: async () => (await import('./features/explore/index.ts')).ExploreScreen,
  },
  {
    path: '/about',
    title: 'About',
    load: async () => (await import('./features/about/index.ts')).AboutScreen,
  },
  {
    path: '/contact',
    title: 'Contact Support',
    load: async () => (await import('./features/contact/index.ts')).ContactScreen,
  },
  {
    path: '/feedback',
    title: 'Your Feedback',
    load: async () => (await import('./features/feedback/index.ts')).FeedbackScreen,
  },
  {
    path: '/trust-security',
    title: 'Trust & Security',
    load: async () => (await import('./features/trust-security/index.ts')).TrustScreen,
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    load: async () => (await import('./features/legal/index.ts')).PrivacyScreen,
  },
  {
    path: '/terms',
    title: 'Terms & Conditions',
    load: async () => (await import('./features/legal/index.ts')).TermsScreen,
  },
  {
    path: '/login',
    title: 'Login',
    load: async () => (await import('./features/login/index.ts')).LoginScreen,
  },
  {
    path: '/wallet-return/:state',
    title: 'Back from your wallet',
    load: async () => (await import('./features/wallet-return/index.ts')).WalletReturnScreen,
  },
  {
    path: '/nft-minting',
    title: 'Mint Your Avatar NFT',
    load: async () => (await import('./features/nft-minting/index.ts')).NftMintingScreen,
  },
  {
    path: '/bulk',
    title: 'Bulk processing',
    load: async () => (await import('./features/bulk/index.ts')).BulkScreen,
  },
  {
    path: '/nft-guide',
    title: 'NFT minting guide',
    load: async () => (await import('./features/nft-guide/index.ts')).NftGuideScreen,
  },
  {
    path: '*',
    title: 'Page not found',
    load: async () => (await import('./features/not-found/index.ts')).NotFoundScreen,
  },
];
