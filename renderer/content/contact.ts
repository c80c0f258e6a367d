import { i18n } from '../i18n/index.ts';

export const CONTACT = {
  title: i18n.t('Contact Support'),
  lead: i18n.t('Tell us what you need. A person reads it.'),
  responseTitle: i18n.t('Response time'),
  mailboxTitle: i18n.t('By email'),
  faqTitle: i18n.t('Asked most often'),
} as const;
