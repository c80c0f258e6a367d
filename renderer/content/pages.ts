import { t } from '../i18n/index.ts';

export interface PublicPage {
  readonly path: string;
  /** The folder of its screen in `features/`. */
  readonly feature: string;
  readonly description: string;
}

/**
 * Public pages that look the same to everyone. The build prerenders each to HTML, and search
 * engines and link previews read its sentence. Their titles are in the route table.
 */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    path: '/',
    feature: 'home',
    description: t(
      'Turn one photo into avatars in many styles, on your own device. Your photo never leaves it, unless you connect an engine of your own.',
    ),
  },
  {
    path: '/explore',
    feature: 'explore',
    description: t(
      'Six templates to start from, each a style and a background. Pick one and try it with your own photo.',
    ),
  },
  {
    path: '/customize',
    feature: 'customize',
    description: t(
      'Add a photo, choose a style and a background, and see your avatar at once. Previews are free.',
    ),
  },
  {
    path: '/pricing',
    feature: 'pricing',
    description: t(
      'Pay once in SOL and keep every avatar: no subscription, no expiry. Three plans, free previews.',
    ),
  },
  {
    path: '/about',
    feature: 'about',
    description: t('Who makes Likeness, how it works without a server, and what comes next.'),
  },
  {
    path: '/contact',
    feature: 'contact',
    description: t(
      'Ask support a question, and read the answers to the ones that come most often.',
    ),
  },
  {
    path: '/feedback',
    feature: 'feedback',
    description: t('Tell us what works, what doesn’t, and what you would like to see next.'),
  },
  {
    path: '/trust-security',
    feature: 'trust-security',
    description: t(
      'Every request the app makes, listed as it happens, and what is kept on your device for how long.',
    ),
  },
  {
    path: '/nft-guide',
    feature: 'nft-guide',
    description: t(
      'What you own after minting an avatar on Solana or Polygon, and where to use it.',
    ),
  },
  {
    path: '/privacy',
    feature: 'legal',
    description: t(
      'What Likeness keeps, where, and for how long. Your photos stay on your device, unless you connect an engine of your own.',
    ),
  },
  {
    path: '/terms',
    feature: 'legal',
    description: t(
      'The terms of use of Likeness: plans, payments, refunds, and who owns the pictures.',
    ),
  },
];

/** What a link to us shows beside its text: a picture per language, which `npm run share` draws. */
export const SHARE_PICTURE = {
  /** In the build. */
  folder: 'share',
  width: 1200,
  height: 630,
  alt: t('One face in six styles, and beside it the words “Sit once. Be seen six ways.”'),
} as const;
