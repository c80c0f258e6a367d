import { expect, it } from 'vitest';
import { z } from 'zod';

import { byKind, rowOf } from './shape.ts';

interface Frame {
  readonly name: string;
  readonly shares?: number;
}
type Step = { readonly kind: 'waiting' } | { readonly kind: 'done'; readonly at?: number };

const frame = rowOf<Frame>()({ name: z.string(), shares: z.int().exactOptional() });
const step = byKind<Step>()({ waiting: {}, done: { at: z.int().exactOptional() } });

it('checks what the type says', () => {
  expect(frame.parse({ name: 'A' })).toEqual({ name: 'A' });
  expect(frame.parse({ name: 'A', shares: 1 })).toEqual({ name: 'A', shares: 1 });
  expect(frame.safeParse({ name: 'A', shares: undefined }).success).toBe(false);
  expect(frame.safeParse({ name: 'A', more: 1 }).success).toBe(false);
  expect(step.parse({ kind: 'done', at: 1 })).toEqual({ kind: 'done', at: 1 });
  expect(step.safeParse({ kind: 'waiting', at: 1 }).success).toBe(false);
  expect(step.safeParse({ kind: 'gone' }).success).toBe(false);
});

it('doesn’t compile if it misses, invents or loosens a property', () => {
  const wrong = [
    // @ts-expect-error an optional property is missing, which z.ZodType<Frame> wouldn't notice
    () => rowOf<Frame>()({ name: z.string() }),
    // @ts-expect-error a property is missing
    () => rowOf<Frame>()({ shares: z.int().exactOptional() }),
    // @ts-expect-error what may be missing has to be there
    () => rowOf<Frame>()({ name: z.string(), shares: z.int() }),
    // @ts-expect-error what has to be there may be missing
    () => rowOf<Frame>()({ name: z.string().exactOptional(), shares: z.int().exactOptional() }),
    // @ts-expect-error of another type
    () => rowOf<Frame>()({ name: z.int(), shares: z.int().exactOptional() }),
    // @ts-expect-error a property that the type doesn't have
    () => rowOf<Frame>()({ name: z.string(), shares: z.int().exactOptional(), more: z.int() }),
    // @ts-expect-error a kind is missing
    () => byKind<Step>()({ done: { at: z.int().exactOptional() } }),
    // @ts-expect-error an optional property of a kind is missing
    () => byKind<Step>()({ waiting: {}, done: {} }),
    // @ts-expect-error a kind that the union doesn't have
    () => byKind<Step>()({ waiting: {}, done: { at: z.int().exactOptional() }, gone: {} }),
  ];
  expect(wrong).toHaveLength(9);
});
