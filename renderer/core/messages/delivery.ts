import type { MessageState } from './message.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Waits between attempts; the last one repeats. */
const WAITS = [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE] as const;
/** After this long the user should know, and choose another way. */
const GIVE_UP_AFTER = 3 * 24 * 60 * MINUTE;
const LONGEST_RETRY_AFTER = 24 * 60 * MINUTE;

/** The outcome of an attempt to deliver. */
export type Attempt =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: 'unreachable' };

/** Statuses that mean 'not now'; the other 4xx mean 'not like this'. */
const NOT_NOW = new Set([408, 409, 425, 429]);

/**
 * Reads a Retry-After header, either seconds or an HTTP date (RFC 9110, 10.2.3), as milliseconds
 * from now; undefined for anything else.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(LONGEST_RETRY_AFTER, Math.max(0, wait)) : undefined;
}

interface Tried {
  readonly state: MessageState;
  readonly createdAt: number;
  readonly attempt: Attempt;
  readonly now: number;
}

/** The result of an attempt: 'sent', or the state to store. */
export function afterAttempt({ state, createdAt, attempt, now }: Tried): MessageState | 'sent' {
  if (attempt.kind === 'answered') {
    if (attempt.status >= 200 && attempt.status < 300) return 'sent';
    if (attempt.status < 500 && !NOT_NOW.has(attempt.status))
      return { kind: 'needs-you', why: 'refused' };
  }
  if (now - createdAt >= GIVE_UP_AFTER) return { kind: 'needs-you', why: 'too-long' };
  const attempts = state.kind === 'waiting' ? state.attempts + 1 : 1;
  const asked = attempt.kind === 'answered' ? retryAfterMs(attempt.retryAfter, now) : undefined;
  const wait = WAITS[Math.min(attempts, WAITS.length) - 1] ?? WAITS[WAITS.length - 1] ?? MINUTE;
  return { kind: 'waiting', attempts, nextAt: now + Math.max(wait, asked ?? 0) };
}
