import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

import { signInSchema, signUpSchema } from './accounts/forms.ts';
import { contactSchema, feedbackSchema, MESSAGE_MAX_CHARACTERS } from './validation.ts';

/** The first message of each field. */
function problems(schema: z.ZodType, value: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of schema.safeParse(value).error?.issues ?? [])
    found[issue.path.join('.')] ??= issue.message;
  return found;
}

describe('contact messages (specification, section 5)', () => {
  const good = { subject: 'billing', email: ' ada@example.com ', message: ' Hello\nthere ' };

  it('have one of the subjects', () => {
    expect(problems(contactSchema, { ...good, subject: 'toString' })).toHaveProperty('subject');
  });

  it('are trimmed', () => {
    expect(contactSchema.parse(good)).toEqual({
      subject: 'billing',
      email: 'ada@example.com',
      message: 'Hello\nthere',
    });
  });

  it.each([' ', 'ada', 'ada@', 'ada@example', 'a b@example.com', `${'a'.repeat(250)}@example.com`])(
    'refuse the address %j',
    (email) => {
      expect(problems(contactSchema, { ...good, email })).toHaveProperty('email');
    },
  );

  it('say something, up to a maximum length', () => {
    for (const message of ['\n', 'x'.repeat(MESSAGE_MAX_CHARACTERS + 1)])
      expect(problems(contactSchema, { ...good, message })).toHaveProperty('message');
  });
});

describe('feedback (specification, section 5)', () => {
  const bare = { sentiment: 'positive', text: '', anonymous: true, email: '' };

  it('needs a sentiment and nothing else', () => {
    expect(feedbackSchema.parse(bare)).toEqual({
      sentiment: 'positive',
      text: '',
      anonymous: true,
    });
    expect(problems(feedbackSchema, { ...bare, sentiment: '' })).toEqual({
      sentiment: 'Choose how it went.',
    });
  });

  it('carries no address while anonymous, and doesn’t complain about one', () => {
    expect(feedbackSchema.parse({ ...bare, email: 'half@' })).not.toHaveProperty('email');
    expect(feedbackSchema.parse({ ...bare, email: 'ada@example.com' })).not.toHaveProperty('email');
  });

  it('takes an address, or none, when it isn’t anonymous', () => {
    const named = { ...bare, anonymous: false };
    expect(feedbackSchema.parse({ ...named, email: 'ada@example.com' })).toHaveProperty(
      'email',
      'ada@example.com',
    );
    expect(feedbackSchema.parse(named)).not.toHaveProperty('email');
    expect(problems(feedbackSchema, { ...named, email: 'half@' })).toHaveProperty('email');
  });
});

describe('email accounts (specification, section 8)', () => {
  const good = {
    email: 'ada@example.com',
    password: 'a secret',
    confirm: 'a secret',
    remember: false,
  };

  it('are opened by a password of at least six characters', () => {
    expect(problems(signInSchema, { ...good, password: '12345' })).toEqual({
      password: 'Password must be at least 6 characters',
    });
    expect(problems(signInSchema, { ...good, password: '' })).toEqual({
      password: 'Enter your password.',
    });
    expect(problems(signInSchema, { ...good, password: '123456', confirm: '' })).toEqual({});
  });

  it('report all problems at once', () => {
    expect(
      Object.keys(
        problems(signUpSchema, { email: '', password: '1', confirm: '2', remember: false }),
      ).sort(),
    ).toEqual(['confirm', 'email', 'password']);
  });
});
