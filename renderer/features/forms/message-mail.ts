import type { MessageContent } from '../../core/messages/message.ts';
import { CONTACT_SUBJECTS } from '../../core/validation.ts';

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
    body: [text || '(no words)', email === undefined ? 'Anonymous' : `From: ${email}`].join('\n\n'),
  };
}
