import type { FeatureId, PlanId } from '../core/plans.ts';
import { PREMIUM_STYLE_IDS, STYLE_LABELS } from '../core/styles.ts';
import { formatList, t } from '../i18n/index.ts';

/** Each plan's description and button. */
export const PLAN_WORDS: Readonly<Record<PlanId, { description: string; cta: string }>> = {
  basic: {
    description: t('A first set, for a profile, a badge and a shop.'),
    cta: t('Choose Basic'),
  },
  creator: {
    description: t('For people whose face is part of their work.'),
    cta: t('Choose Creator'),
  },
  pro: {
    description: t('For teams and studios creating at scale.'),
    cta: t('Choose Pro'),
  },
};

export const EVERY_PLAN = t('All templates, all standard styles, all backgrounds.');

/** Each row of a plan's list, explained in one line. */
export const FEATURE_WORDS: Readonly<Record<FeatureId, string>> = {
  'high-resolution-export': t(
    'Up to 2048 × 2048 pixels, as PNG, JPEG or WebP; flat styles also as SVG, and at 4096 × 4096.',
  ),
  'basic-customization': t('Style, background, framing, light, and a brush for the cut-out.'),
  'email-support': t('Write to us on the Contact page; we answer by email.'),
  'commercial-license': t(
    'For your work, your shop and your clients. You don’t have to credit us.',
  ),
  'animated-nft': t(
    'Avatars that blink, breathe and turn their head a little, saved or minted with their still.',
  ),
  'premium-customization': t('{styles}: premium styles beside the standard ones.', {
    styles: formatList(PREMIUM_STYLE_IDS.map((id) => STYLE_LABELS[id])),
  }),
  'priority-support': t('Your messages are marked, and answered first.'),
  'nft-minting-guide': t('Step by step, from setting up a wallet to using your NFT.'),
  'video-format-export': t(
    'Living avatars as MP4, WebM, animated WebP or PNG, or GIF: whatever your browser can make.',
  ),
  'banner-designs': t(
    'Your avatar in eight layouts, for X, LinkedIn, YouTube, Discord, Twitch or your own size.',
  ),
  'video-intro': t(
    'Your avatar, name and handle in 5 to 8 seconds at 1080p, with your own sound: four templates.',
  ),
  'premium-animations': t(
    'Up to 8 seconds and 1080 px: head movements, a moving camera, and changes through six styles.',
  ),
  'white-label-licensing': t(
    'Your brand in place of ours in files, certificates and NFTs, and a licence to hand on.',
  ),
  'api-access': t(
    'Avatars for your own programs: a command line and an HTTP API, on your own machines.',
  ),
  'bulk-processing': t('A folder of photos in one run, with a report.'),
};

/** 'Why Solana Payments': each claim, and beside it what the product does. */
export const WHY_SOLANA = [
  {
    title: t('A fee of about $0.01'),
    words: t(
      'The network’s fee for one transfer. The wallet shows the exact one before you approve.',
    ),
  },
  {
    title: t('Confirmed in 1-2s'),
    words: t(
      'A payment is valid once the network can no longer reverse it, usually within half a minute.',
    ),
  },
  {
    title: t('The chain is the receipt'),
    words: t(
      'Every purchase is a transfer that anyone can look up. Connect the same wallet elsewhere and it is there.',
    ),
  },
] as const;
