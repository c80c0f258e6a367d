import { describe, expect, it } from 'vitest';

import { readMessages } from '../vite-messages.ts';
import { Speaker } from './index.ts';
import { isolate, tieMeasures, withoutIsolates } from './isolate.ts';

const arabic = new Speaker({ locale: 'ar', messages: await readMessages('ar') });
const german = new Speaker({ locale: 'de', messages: await readMessages('de') });

describe('values in a sentence that is written from the right', () => {
  it('keep their direction where they hold words, in Arabic alone', () => {
    const values = { address: '4g1b…zWjA' };
    expect(arabic.t('Connected as {address}.', values)).toContain('\u20684g1b…zWjA\u2069');
    expect(german.t('Connected as {address}.', values)).toContain(' 4g1b…zWjA');
    expect(german.t('Connected as {address}.', values)).not.toMatch(/[\u2066-\u2069]/);
  });

  it('stay one unit with what follows a number in the message', () => {
    expect(arabic.t('Pay {amount} SOL Now', { amount: '1.2' })).toContain(
      '\u20681.2\u00a0SOL\u2069',
    );
    expect(arabic.t('{megabytes} MB', { megabytes: '1.4' })).toBe('\u20681.4\u00a0MB\u2069');
    expect(arabic.t('PNG, JPG up to 10MB')).toContain('\u206810\u00a0MB\u2069');
    expect(german.t('Pay {amount} SOL Now', { amount: '1,2' })).toContain('1,2\u00a0SOL ');
    expect(german.t('Pay {amount} SOL Now', { amount: '1,2' })).not.toMatch(/[\u2066-\u2069]/);
  });

  it('are counted with the digits of amounts', () => {
    expect(arabic.t('{count, plural, one {# avatar} other {# avatars}}', { count: 12 })).toMatch(
      /^12 /,
    );
  });
});

it('ties each amount and size of a message, and nothing else', () => {
  const measures = [
    '{amount} SOL',
    '{width} × {height}',
    '2048 × 2048',
    '10 MB',
    '{size} px',
    '2026-11-22',
  ];
  const tied = measures.map((text) => text.replaceAll(' ', '\u00a0'));
  const rest = ', 3 SOLs, {a}';
  expect(tieMeasures(measures.join(', ') + rest, false)).toBe(tied.join(', ') + rest);
  expect(tieMeasures(measures.join(', ') + rest, true)).toBe(tied.map(isolate).join(', ') + rest);
  expect(withoutIsolates(isolate('1.2 SOL'))).toBe('1.2 SOL');
});
