import type { RouteObject } from 'react-router-dom';
import { ErrorPage } from './features/error-page/index.ts';
import { HomeScreen } from './features/home/index.ts';
import { NotFoundScreen } from './features/not-found/index.ts';
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
        lazy: async () => ({ Component: (await import('./features/pricing/index.ts')).PricingScreen }),
      },
      {
        path: '/customize',
        handle: { title: 'Avatar Creator' },
        lazy: async () => ({ Component: (await import('./features/customize/index.ts')).CustomizeScreen }),
      },
      {
        path: '/dashboard',
        handle: { title: 'My Dashboard' },
        lazy: async () => ({ Component: (await import('./features/dashboard/index.ts')).DashboardScreen }),
      },
      {
        path: '/avatar/:id',
        handle: { title: 'Avatar' },
        lazy: async () => ({ Component: (await import('./features/avatar/index.ts')).AvatarScreen }),
      },
      {
        path: '/payment',
        handle: { title: 'Secure Payment' },
        lazy: async () => ({ Component: (await import('./features/payment/index.ts')).PaymentScreen }),
      },
      {
        path: '/payment-confirmation',
        handle: { title: 'Payment Processing' },
        lazy: async () => ({
          Component: (await import('./features/payment-confirmation/index.ts')).PaymentConfirmationScreen,
        }),
      },
      { path: '*', handle: { title: 'Page not found' }, Component: NotFoundScreen },
    ],
  },
];
