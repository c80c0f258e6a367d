import type { RouteObject } from 'react-router-dom';

import { ErrorPage } from './features/error-page/index.ts';
import { HomeScreen } from './features/home/index.ts';
import { Shell } from './features/shell/index.ts';

/**
 * One route table for both apps. Home comes with the first page, every other screen when it is
 * gone to. `handle.title` becomes the window's title.
 */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <ErrorPage />,
    // A lazy first screen takes a moment; an empty page is calmer than a flash of something else.
    hydrateFallbackElement: <></>,
    children: [
      { path: '/', Component: HomeScreen },
      {
        path: '/pricing',
        handle: { title: 'Pricing' },
        lazy: async () => ({
          Component: (await import('./features/pricing/index.ts')).PricingScreen,
        }),
      },
      {
        path: '/customize',
        handle: { title: 'Avatar Creator' },
        lazy: async () => ({
          Component: (await import('./features/customize/index.ts')).CustomizeScreen,
        }),
      },
      {
        path: '/dashboard',
        handle: { title: 'My Dashboard' },
        lazy: async () => ({
          Component: (await import('./features/dashboard/index.ts')).DashboardScreen,
        }),
      },
      {
        path: '/avatar/:id',
        handle: { title: 'Avatar' },
        lazy: async () => ({
          Component: (await import('./features/avatar/index.ts')).AvatarScreen,
        }),
      },
      {
        path: '/payment',
        handle: { title: 'Secure Payment' },
        lazy: async () => ({
          Component: (await import('./features/payment/index.ts')).PaymentScreen,
        }),
      },
      {
        path: '/payment-confirmation',
        handle: { title: 'Payment Processing' },
        lazy: async () => ({
          Component: (await import('./features/payment-confirmation/index.ts'))
            .PaymentConfirmationScreen,
        }),
      },
      {
        path: '/explore',
        handle: { title: 'Templates' },
        lazy: async () => ({
          Component: (await import('./features/explore/index.ts')).ExploreScreen,
        }),
      },
      {
        path: '/about',
        handle: { title: 'About' },
        lazy: async () => ({ Component: (await import('./features/about/index.ts')).AboutScreen }),
      },
      {
        path: '/contact',
        handle: { title: 'Contact Support' },
        lazy: async () => ({
          Component: (await import('./features/contact/index.ts')).ContactScreen,
        }),
      },
      {
        path: '/feedback',
        handle: { title: 'Your Feedback' },
        lazy: async () => ({
          Component: (await import('./features/feedback/index.ts')).FeedbackScreen,
        }),
      },
      {
        path: '/trust-security',
        handle: { title: 'Trust & Security' },
        lazy: async () => ({
          Component: (await import('./features/trust-security/index.ts')).TrustScreen,
        }),
      },
      {
        path: '/privacy',
        handle: { title: 'Privacy Policy' },
        lazy: async () => ({
          Component: (await import('./features/legal/index.ts')).PrivacyScreen,
        }),
      },
      {
        path: '/terms',
        handle: { title: 'Terms & Conditions' },
        lazy: async () => ({ Component: (await import('./features/legal/index.ts')).TermsScreen }),
      },
      {
        path: '/login',
        handle: { title: 'Login' },
        lazy: async () => ({ Component: (await import('./features/login/index.ts')).LoginScreen }),
      },
      {
        path: '/wallet-return/:state',
        handle: { title: 'Back from your wallet' },
        lazy: async () => ({
          Component: (await import('./features/wallet-return/index.ts')).WalletReturnScreen,
        }),
      },
      {
        path: '/nft-minting',
        handle: { title: 'Mint Your Avatar NFT' },
        lazy: async () => ({
          Component: (await import('./features/nft-minting/index.ts')).NftMintingScreen,
        }),
      },
      {
        path: '/nft-guide',
        handle: { title: 'NFT minting guide' },
        lazy: async () => ({
          Component: (await import('./features/nft-guide/index.ts')).NftGuideScreen,
        }),
      },
      {
        path: '*',
        handle: { title: 'Page not found' },
        lazy: async () => ({
          Component: (await import('./features/not-found/index.ts')).NotFoundScreen,
        }),
      },
    ],
  },
];
