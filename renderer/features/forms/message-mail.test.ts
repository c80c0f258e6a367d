import { describe, expect, it } from 'vitest';

import { messageMail } from './message-form.tsx';

describe('the mail that a message becomes', () => {
  it('carries the subject’s label and the address to answer to', () => {
    expect(
      messageMail({
        kind: 'contact',
        subject: 'billing',
        email: 'ada@example.com',
        message: 'Where?',
      }),
    ).toEqual({
      subject: 'Likeness: Billing & Payments',
      body: 'Where?\n\nAnswer to: ada@example.com',
    });
  });

  it('names nobody where feedback is anonymous', () => {
    expect(
      messageMail({ kind: 'feedback', sentiment: 'positive', text: '', anonymous: true }).body,
    ).toBe('(no words)\n\nAnonymous');
    expect(
      messageMail({
        kind: 'feedback',
        sentiment: 'negative',
        text: 'Slow.',
        anonymous: false,
        email: 'ada@example.com',
      }),
    ).toEqual({
      subject: 'Likeness feedback: negative',
      body: 'Slow.\n\nFrom: ada@example.com',
    });
  });

  it('is in English for support, and names the language to answer in', () => {
    expect(
      messageMail(
        { kind: 'contact', subject: 'other', email: 'ada@example.com', message: '写真が消えた。' },
        'ja',
      ),
    ).toEqual({
      subject: 'Likeness: Other',
      body: '写真が消えた。\n\nAnswer to: ada@example.com\n\nLanguage: 日本語 (ja)',
    });
    expect(
      messageMail({ kind: 'feedback', sentiment: 'positive', text: '', anonymous: true }, 'ja')
        .body,
    ).toBe('(no words)\n\nAnonymous');
  });
});
