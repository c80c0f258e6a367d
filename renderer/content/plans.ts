import type { PlanId } from '../core/plans.ts';

/** How each plan introduces itself. */
export const PLAN_WORDS: Readonly<Record<PlanId, { description: string; cta: string }>> = {
  basic: { description: 'A first set, for a profile, a badge and a shop.', cta: 'Choose Basic' },
  creator: { description: 'For people whose face is part of their work.', cta: 'Choose Creator' },
  pro: { description: 'For teams and studios that make them by the hundred.', cta: 'Choose Pro' },
};

export const EVERY_PLAN = 'All templates, all six styles, all backgrounds.';

/** 'Why Solana Payments': what is claimed, and beside it what the product does. */
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
