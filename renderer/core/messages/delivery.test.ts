import { describe, expect, it } from 'vitest';

import { afterAttempt, retryAfterMs, type Attempt } from './delivery.ts';
import type { MessageState } from './message.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const fresh: MessageState = { kind: 'waiting', attempts: 0, nextAt: NOW };
const after = (attempt: Attempt, state: MessageState = fresh, createdAt = NOW) =>
  afterAttempt({ state, createdAt, attempt, now: NOW });
const answered = (status: number, retryAfter?: string): Attempt => ({
  kind: 'answered',
  status,
  ...(retryAfter !== undefined && { retryAfter }),
});

describe('after an attempt to deliver', () => {
  it.each([200, 201, 202, 204])('%i means it arrived', (status) => {
    expect(after(answered(status))).toBe('sent');
  });

  it.each([400, 401, 403, 404, 413, 422])('%i means it won’t be taken like this', (status) => {
    expect(after(answered(status))).toEqual({ kind: 'needs-you', why: 'refused' });
  });

  it.each([408, 409, 425, 429, 500, 502, 503])('%i means later', (status) => {
    expect(after(answered(status))).toEqual({ kind: 'waiting', attempts: 1, nextAt: NOW + 2_000 });
  });

  it('waits longer each time, an hour at most', () => {
    const waits: number[] = [];
    let state: MessageState = fresh;
    for (let tried = 0; tried < 8; tried++) {
      const next = after({ kind: 'unreachable' }, state);
      if (next === 'sent' || next.kind !== 'waiting') throw new Error('it gave up');
      waits.push(next.nextAt - NOW);
      state = next;
    }
    expect(waits).toEqual([
      2_000, 10_000, 30_000, 120_000, 600_000, 3_600_000, 3_600_000, 3_600_000,
    ]);
  });

  it('obeys Retry-After if it asks for a longer wait', () => {
    expect(after(answered(429, '90'))).toMatchObject({ nextAt: NOW + 90_000 });
    expect(after(answered(503, '1'))).toMatchObject({ nextAt: NOW + 2_000 });
  });

  it('asks the person after three days', () => {
    const old = NOW - 3 * 24 * 3_600_000;
    expect(after({ kind: 'unreachable' }, fresh, old)).toEqual({
      kind: 'needs-you',
      why: 'too-long',
    });
    expect(after(answered(202), fresh, old)).toBe('sent');
    expect(after({ kind: 'unreachable' }, fresh, old + 1)).toMatchObject({ kind: 'waiting' });
  });
});

describe('Retry-After', () => {
  it('is seconds or a date, and never more than a day', () => {
    expect(retryAfterMs('120', NOW)).toBe(120_000);
    expect(retryAfterMs(new Date(NOW + 5_000).toUTCString(), NOW)).toBe(5_000);
    expect(retryAfterMs(new Date(NOW - 5_000).toUTCString(), NOW)).toBe(0);
    expect(retryAfterMs('9999999999', NOW)).toBe(86_400_000);
    expect(retryAfterMs('soon', NOW)).toBeUndefined();
    expect(retryAfterMs(undefined, NOW)).toBeUndefined();
  });
});
