import { formatList } from '../core/format.ts';
import type { FeatureId, PlanId } from '../core/plans.ts';
import { PREMIUM_STYLE_IDS, STYLE_LABELS } from '../core/styles.ts';

/** Each plan's description and button. */
export const PLAN_WORDS: Readonly<Record<PlanId, { description: string; cta: string }>> = {
  basic: { description: 'A first set, for a profile, a badge and a shop.', cta: 'Choose Basic' },
  creator: { description: 'For people whose face is part of their work.', cta: 'Choose Creator' },
  pro: { description: 'For teams and studios creating at scale.', cta: 'Choose Pro' },
};

export const EVERY_PLAN = 'All templates, all six styles, all backgrounds.';

/** Each row of a plan's list, explained in one line. */
export const FEATURE_WORDS: Readonly<Record<FeatureId, string>> = {
  'high-resolution-export': 'Up to 2048 × 2048 pixels, as PNG, JPEG or WebP.',
  'basic-customization': 'Style, background, framing, light, and a brush for the cut-out.',
  'email-support': 'Write to us on the Contact page; we answer by email.',
  'commercial-license': 'For your work, your shop and your clients. No duty to name us.',
  'animated-nft':
    'Avatars that blink, breathe and turn their head a little, saved or minted with their still.',
  'premium-customization': `${formatList(PREMIUM_STYLE_IDS.map((id) => STYLE_LABELS[id]))}: premium styles beside the six.`,
  'priority-support': 'Your messages are marked, and answered first.',
  'nft-minting-guide': 'Step by step, from a wallet to where NFTs are used.',
  'video-format-export':
    'Living avatars as MP4, WebM, animated WebP or PNG, or GIF: what your browser encodes.',
  'banner-designs':
    'Your avatar in eight layouts, for X, LinkedIn, YouTube, Discord, Twitch or your own size.',
  'video-intro':
    'Your avatar, name and handle in 5 to 8 seconds at 1080p, with your own sound: four templates.',
  'premium-animations':
    'Up to 8 seconds and 1080 px, with moves of the head, a camera, and through six styles.',
  'white-label-licensing':
    'Your brand in place of ours in files, certificates and NFTs, and a licence to hand on.',
  'api-access':
    'Avatars for your own programs: a command line and an HTTP API, on your own machines.',
  'bulk-processing': 'A folder of photos in one run, with a report.',
};

/** 'Why Solana Payments': each claim, and beside it what the product does. */
export const WHY_SOLANA = [
  {
    title: 'A fee of about $0.01',
    words: 'The network’s fee for one transfer. The wallet shows the exact one before you approve.',
  },
  {
    title: 'Confirmed in 1-2s',
    words:
      'We count a payment once the network can no longer take it back: mostly within half a minute.',
  },
  {
    title: 'The chain is the receipt',
    words:
      'Every purchase is a transfer that anyone can look up. Connect the same wallet elsewhere and it is there.',
  },
] as const;
