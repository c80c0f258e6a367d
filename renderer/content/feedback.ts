/** The feedback page's static block; sample figures of the specification. */
export const COMMUNITY_IMPACT = {
  title: 'Community Impact',
  text: 'What people told us, and what came of it.',
  figures: [
    { value: '2,847', label: 'submissions' },
    { value: '4.8/5', label: 'average rating' },
    { value: '23', label: 'features' },
  ],
} as const;

export const SENTIMENTS = {
  positive: { label: 'Positive', detail: 'It did what I hoped' },
  negative: { label: 'Negative', detail: 'Something was in the way' },
} as const;
