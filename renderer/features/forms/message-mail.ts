import type { MessageContent } from '../../core/messages/message.ts';
import { CONTACT_SUBJECTS } from '../../core/validation.ts';
import { i18n } from '../../i18n/index.ts';

const FEEDBACK_SUBJECTS = {
  positive: i18n.t('Likeness feedback: positive'),
  negative: i18n.t('Likeness feedback: negative'),
} as const;

/** The mail that carries a message. Anonymous feedback names nobody. */
export function messageMail(content: MessageContent): { subject: string; body: string } {
  if (content.kind === 'contact') {
    return {
      subject: `Likeness: ${CONTACT_SUBJECTS[content.subject]}`,
      body: [content.message, i18n.t('Answer to: {email}', { email: content.email })].join('\n\n'),
    };
  }
  const { sentiment, text, email } = content;
  return {
    subject: FEEDBACK_SUBJECTS[sentiment],
    body: [
      text || i18n.t('(no words)'),
      email === undefined ? i18n.t('Anonymous') : i18n.t('From: {email}', { email }),
    ].join('\n\n'),
  };
}
