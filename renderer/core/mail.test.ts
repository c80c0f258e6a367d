import fc from 'fast-check';
import { expect, it } from 'vitest';

import { allowedLink } from './links.ts';
import { mailLink } from './mail.ts';

const to = 'help@likeness.example';

it('carries subject and body through the link', () => {
  const { href, whole } = mailLink({
    to,
    subject: 'Billing & Payments?',
    body: 'Grüße\n& more=1#2',
  });
  const url = new URL(href);
  expect(whole).toBe(true);
  expect(url.pathname).toBe(to);
  expect(url.searchParams.get('subject')).toBe('Billing & Payments?');
  expect(url.searchParams.get('body')).toBe('Grüße\r\n& more=1#2');
});

it('cuts what is too long for a mail program, and says so', () => {
  const { href, whole } = mailLink({ to, subject: 'Long', body: 'x'.repeat(4_000) });
  expect(whole).toBe(false);
  expect(href.length).toBeGreaterThan(1_990);
  expect(href.length).toBeLessThanOrEqual(2_000);
  expect(new URL(href).searchParams.get('body')).toMatch(/^x+…$/);
});

it('is always a link that may be opened', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 3_000 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      (body, subject) => {
        const { href } = mailLink({ to, subject, body });
        expect(href.length).toBeLessThanOrEqual(2_000);
        expect(allowedLink(href)).toBeDefined();
      },
    ),
    { numRuns: 60 },
  );
});
