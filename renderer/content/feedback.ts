/** The feedback page's block; its figures are claims, so they are in claims.ts. */
export const COMMUNITY_IMPACT = {
  title: 'Community Impact',
  text: 'What people told us, and what came of it.',
} as const;

export const SENTIMENTS = {
  positive: { label: 'Positive', detail: 'It did what I hoped' },
  negative: { label: 'Negative', detail: 'Something was in the way' },
} as const;
