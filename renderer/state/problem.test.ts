import { beforeEach, expect, it } from 'vitest';

import { putIntoMessage } from './problem.ts';

const holding = () => {
  let kept: unknown;
  return { read: () => kept, write: (values: unknown) => (kept = values) };
};
let form: ReturnType<typeof holding>;
let last: ReturnType<typeof holding>;
beforeEach(() => {
  form = holding();
  last = holding();
});

it('a later report replaces the earlier one, and nothing else', () => {
  putIntoMessage('Likeness 1', form, last);
  form.write({ ...(form.read() as object), message: 'Before\n\nLikeness 1\n\nand after' });
  putIntoMessage('Likeness $& 2', form, last);
  expect(form.read()).toMatchObject({ message: 'Before\n\nLikeness $& 2\n\nand after' });
  form.write({ email: 'ada@example.com', message: 'Begun anew ' });
  putIntoMessage('Likeness 3', form, last);
  expect(form.read()).toMatchObject({
    email: 'ada@example.com',
    message: 'Begun anew\n\nLikeness 3',
  });
});

it.each([null, 'text', 7, { message: 7 }])('invalid stored values are ignored: %j', (odd) => {
  form.write(odd);
  last.write(odd);
  putIntoMessage('Likeness 1', form, last);
  expect(form.read()).toMatchObject({ subject: 'technical-support', message: '\n\nLikeness 1' });
});
