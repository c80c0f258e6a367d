import type { FeedbackMessage } from '../../core/validation.ts';

/** The mail that feedback becomes. Anonymous feedback names nobody. */
export const feedbackMail = ({ sentiment, text, email }: FeedbackMessage): { subject: string; body: string } => ({
  subject: `Likeness feedback: ${sentiment}`,
  body: [text || '(no words)', email === undefined ? 'Anonymous' : `From: ${email}`].join('\n\n'),
});
