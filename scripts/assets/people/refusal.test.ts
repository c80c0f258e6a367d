import { expect, test } from 'vitest';

import { refusalOf } from './refusal.ts';

test('the known people are drawn', () => {
  expect(refusalOf([])).toBeUndefined();
  expect(refusalOf(['kenji', 'mara'])).toBeUndefined();
});

test('a name that nobody has is refused, with the names that there are', () => {
  expect(refusalOf(['mara', 'marta', 'kenny'])).toBe(
    'Nobody is called marta or kenny. The people are mara, kenji, amara, rafael, leila, finn, ingrid, arjun.',
  );
});
