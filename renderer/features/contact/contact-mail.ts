import { CONTACT_SUBJECTS, type ContactMessage } from '../../core/validation.ts';

/** The mail that a contact message becomes. */
export const contactMail = ({ subject, email, message }: ContactMessage): { subject: string; body: string } => ({
  subject: `Likeness: ${CONTACT_SUBJECTS[subject]}`,
  body: `${message}\n\nAnswer to: ${email}`,
});
