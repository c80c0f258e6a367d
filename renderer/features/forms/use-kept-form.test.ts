import { describe, expect, it } from 'vitest';

import { keptValues } from './message-form.tsx';

const defaults = { subject: '', message: '', anonymous: true };

describe('a form that was reloaded', () => {
  it('has what was typed', () => {
    expect(
      keptValues(defaults, { subject: 'billing', message: 'Hello', anonymous: false }),
    ).toEqual({
      subject: 'billing',
      message: 'Hello',
      anonymous: false,
    });
  });

  it('takes nothing that isn’t its own', () => {
    expect(keptValues(defaults, { message: 7, anonymous: 'yes', password: 'secret' })).toEqual(
      defaults,
    );
    expect(keptValues(defaults, JSON.parse('{"__proto__":{"message":"x"}}'))).toEqual(defaults);
  });

  it.each([undefined, null, 'text', 3, []])('starts anew from %j', (kept) => {
    expect(keptValues(defaults, kept)).toEqual(defaults);
  });
});
