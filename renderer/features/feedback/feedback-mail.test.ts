import { expect, it } from 'vitest';
import { feedbackSchema } from '../../core/validation.ts';
import { feedbackMail } from './feedback-mail.ts';

const form = { sentiment: 'negative', text: 'Too slow.\nAnd dark.', anonymous: true, email: 'ada@example.com' };

it('names nobody while anonymous, whatever was typed before', () => {
  const mail = feedbackMail(feedbackSchema.parse(form));
  expect(mail).toEqual({ subject: 'Likeness feedback: negative', body: 'Too slow.\nAnd dark.\n\nAnonymous' });
  expect(JSON.stringify(mail)).not.toContain('ada');
});

it('names who wants to be named', () => {
  expect(feedbackMail(feedbackSchema.parse({ ...form, anonymous: false })).body).toContain('From: ada@example.com');
});

it('needs no words', () => {
  expect(feedbackMail(feedbackSchema.parse({ ...form, text: '  ' })).body).toBe('(no words)\n\nAnonymous');
});
