import type { MessageContent } from '../../core/messages/message.ts';
import type { ContactSubject } from '../../core/validation.ts';
import { locale } from '../../i18n/index.ts';
import { DEFAULT_LOCALE, LANGUAGES, type Locale } from '../../i18n/locales.ts';

const CONTACT = {
  'technical-support': 'Technical Support',
  billing: 'Billing & Payments',
  'feature-request': 'Feature Request',
  partnership: 'Partnership Inquiry',
  other: 'Other',
} as const satisfies Record<ContactSubject, string>;

/**
 * The mail that carries a message. Anonymous feedback names nobody. Our own words are English in every
 * language, because support reads and sorts them. Where an answer is wanted, a last line names its
 * language.
 */
export function messageMail(
  content: MessageContent,
  writtenIn: Locale = locale,
): { subject: string; body: string } {
  const language =
    writtenIn === DEFAULT_LOCALE ? [] : [`Language: ${LANGUAGES[writtenIn]} (${writtenIn})`];
  if (content.kind === 'contact') {
    return {
      subject: `Likeness: ${CONTACT[content.subject]}`,
      body: [content.message, `Answer to: ${content.email}`, ...language].join('\n\n'),
    };
  }
  const { sentiment, text, email } = content;
  return {
    subject: `Likeness feedback: ${sentiment}`,
    body: [
      text || '(no words)',
      ...(email === undefined ? ['Anonymous'] : [`From: ${email}`, ...language]),
    ].join('\n\n'),
  };
}
