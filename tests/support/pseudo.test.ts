import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';

import { pseudo, pseudoMessage } from './pseudo.ts';

it('is readable, accented, 40 % longer and in brackets', () => {
  const text = pseudo('Choose another picture');
  expect(text).toMatch(/^\[\S+ \S+ \S+\]$/);
  expect(text).not.toMatch(/[aeiou]/i);
  expect(text.normalize('NFD').replace(/[^a-z]/gi, '').length).toBeCloseTo(20 * 1.4, -1);
});

it('keeps placeholders, plurals and tags', () => {
  const english = 'Read <link>the terms</link> of {count, plural, one {# plan} other {# plans}}';
  const i18n = setupI18n({
    locale: 'fr',
    messages: { fr: { [english]: pseudoMessage(english) } },
  });
  i18n.setMessagesCompiler(compileMessage);
  expect(i18n.t({ id: english, values: { count: 1 } })).toMatch(
    /^\[Rêê\S+ <link>\S+ \S+<\/link> \S+ 1 plá+ñ\]$/,
  );
  expect(i18n.t({ id: english, values: { count: 3 } })).toMatch(/ 3 plá+ñs\]$/);
});
