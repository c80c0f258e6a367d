import type { MessageContent } from '../../core/messages/message.ts';
import { CONTACT_SUBJECTS } from '../../core/validation.ts';
import { i18n } from '../../i18n/index.ts';

/** The mail that carries a message. Anonymous feedback names nobody. */
export function messageMail(content: MessageContent): { subject: string; body: string } {
  if (content.kind === 'contact') {
    return {
      subject: `Likeness: ${CONTACT_SUBJECTS[content.subject]}`,
      body: `${content.message}\n\nAnswer to: ${content.email}`,
    };
  }
  const { sentiment, text, email } = content;
  return {
    subject: `Likeness feedback: ${sentiment}`,
    body: [
      text || i18n.t('(no words)'),
      email === undefined ? i18n.t('Anonymous') : `From: ${email}`,
    ].join('\n\n'),
  };
}
