import { describe, expect, it } from 'vitest';

import { keptValues } from './message-form.tsx';

const defaults = { subject: '', message: '', anonymous: true };

describe('a form that was reloaded', () => {
  it('takes only what is its own and of its type', () => {
    expect(keptValues(defaults, { message: 7, anonymous: false, password: 'secret' })).toEqual({
      ...defaults,
      anonymous: false,
    });
    expect(keptValues(defaults, JSON.parse('{"__proto__":{"message":"x"}}'))).toEqual(defaults);
  });

  it.each([undefined, null, 'text', 3, []])('starts anew from %j', (kept) => {
    expect(keptValues(defaults, kept)).toEqual(defaults);
  });
});
