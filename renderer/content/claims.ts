/**
 * What the product says about itself but can't prove by itself. The owner checks each line against
 * the facts and the country's law, then sets `reviewed`; a mainnet build requires it.
 */
export const CLAIMS = {
  reviewed: false as boolean,
  statistics: [
    { value: '50,000+', label: 'avatars made' },
    { value: '25,000+', label: 'creators' },
    { value: '4.9/5', label: 'average rating' },
    { value: '99.9%', label: 'uptime' },
  ],
  /** What the About page claims. */
  aboutStatistics: [
    { value: '25,000+', label: 'avatars' },
    { value: '12,000+', label: 'users' },
    { value: '50+', label: 'countries' },
  ],
  communityImpact: [
    { value: '2,847', label: 'submissions' },
    { value: '4.8/5', label: 'average rating' },
    { value: '23', label: 'features' },
  ],
  compliance: [
    { name: 'SOC 2 Type II', status: 'compliant' },
    { name: 'GDPR', status: 'compliant' },
    { name: 'CCPA', status: 'compliant' },
    { name: 'ISO 27001', status: 'in-progress' },
  ],
  guarantee: '7-day satisfaction guarantee',
  retention: 'Zero data retention',
  processing: 'Images are processed securely and deleted immediately',
  savings: 'Save up to 60%',
  transactionFee: 'about $0.01',
  /** In SOL, as the order summary words it. */
  transactionFeeSol: '0.01',
  confirmationTime: '1-2s',
  verificationTime: '1-3 minutes',
  supportTime: 'within 24 hours',
} as const;
