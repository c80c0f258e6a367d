import { expect, it } from 'vitest';
import { z } from 'zod';

import { kinds, type Row } from './fields.ts';

it('checks each kind’s own properties', () => {
  const step = kinds({ waiting: {}, done: { at: z.int().exactOptional() } });
  expect(step.parse({ kind: 'done', at: 1 })).toEqual({ kind: 'done', at: 1 });
  expect(step.safeParse({ kind: 'waiting', at: 1 }).success).toBe(false);
  expect(step.safeParse({ kind: 'done', at: undefined }).success).toBe(false);
  expect(step.safeParse({ kind: 'gone' }).success).toBe(false);
});

it('doesn’t compile if code changes a row', () => {
  const row = z.strictObject({ steps: z.array(kinds({ done: { at: z.int() } })) });
  const wrong = [
    // @ts-expect-error a list gets another step
    ({ steps }: Row<typeof row>) => (steps[0] = { kind: 'done', at: 1 }),
    // @ts-expect-error a step gets another time
    ({ steps }: Row<typeof row>) => steps.map((step) => (step.at = 2)),
  ];
  expect(wrong).toHaveLength(2);
});
