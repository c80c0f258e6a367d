export const CONTACT = {
  title: 'Contact Support',
  lead: 'Tell us what you need. A person reads it.',
  responseTitle: 'Response time',
  mailboxTitle: 'By mail',
  faqTitle: 'Asked most often',
} as const;
