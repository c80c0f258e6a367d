import { z } from 'zod';

import { t } from '../i18n/index.ts';
import { keysOf } from './objects.ts';
import { BACKGROUND_IDS, STYLE_IDS } from './styles.ts';

/** The specification's subjects: value -> label. */
export const CONTACT_SUBJECTS = {
  'technical-support': t('Technical Support'),
  billing: t('Billing & Payments'),
  'feature-request': t('Feature Request'),
  partnership: t('Partnership Inquiry'),
  other: t('Other'),
} as const;
export type ContactSubject = keyof typeof CONTACT_SUBJECTS;

export const MESSAGE_MAX_CHARACTERS = 4_000;
const EMAIL_MAX_CHARACTERS = 254;

/** An email address; `missing` is the message for an empty field. */
export const email = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(EMAIL_MAX_CHARACTERS, t('This email address is too long.'))
    .pipe(z.email(t('This isn’t a complete email address, like name@example.com.')));

const text = z
  .string()
  .trim()
  .max(
    MESSAGE_MAX_CHARACTERS,
    t('At most {count, plural, one {# character} other {# characters}}, please.', {
      count: MESSAGE_MAX_CHARACTERS,
    }),
  );

export const contactSchema = z.object({
  subject: z.string().pipe(
    z.enum(keysOf(CONTACT_SUBJECTS), {
      error: t('Choose a subject.'),
    }),
  ),
  email: email(t('Enter the email address that we should reply to.')),
  message: text.min(1, t('Write your message.')),
});

/**
 * Only the sentiment is required. An anonymous message carries no address, even if one was typed
 * before the switch was turned back on.
 */
export const feedbackSchema = z
  .object({
    sentiment: z
      .string()
      .pipe(z.enum(['positive', 'negative'], { error: t('Choose how it went.') })),
    text,
    anonymous: z.boolean(),
    email: z.string().trim(),
  })
  .superRefine((value, context) => {
    if (value.anonymous || value.email === '') return;
    const parsed = email('').safeParse(value.email);
    for (const issue of parsed.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['email'], message: issue.message });
    }
  })
  .transform(({ sentiment, text: words, anonymous, email: address }) => ({
    sentiment,
    text: words,
    anonymous,
    ...(!anonymous && address !== '' && { email: address }),
  }));

/** The choices in the settings for how many avatars a batch begins with. */
export const BATCH_COUNTS = ['1', '4', '12', '24', '48'] as const;
/** What a new photo starts with: the last choice, or always the same. */
export const LAST_CHOICE = 'last';

/** The dashboard's settings; the address may be empty. */
export const settingsSchema = z.object({
  email: z
    .string()
    .trim()
    .superRefine((value, context) => {
      if (value === '') return;
      for (const { message } of email('').safeParse(value).error?.issues ?? [])
        context.addIssue({ code: 'custom', message });
    }),
  style: z.enum([LAST_CHOICE, ...STYLE_IDS]),
  background: z.enum([LAST_CHOICE, ...BACKGROUND_IDS]),
  count: z.enum(BATCH_COUNTS),
  /** Whether the sample library is shown while the user has no avatars. */
  samples: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;
export const DEFAULT_SETTINGS: Settings = {
  email: '',
  style: LAST_CHOICE,
  background: LAST_CHOICE,
  count: '12',
  samples: true,
};
