import { isLogCode, logCode, type LogCode } from './codes.ts';
import { isLogPlace, type LogPlace } from './places.ts';

/**
 * One line of the log: when, where, what. Place and code are words from closed lists, so that
 * nothing of a user's can get in: no address, key, mail, name, phrase or picture.
 */
export interface LogEntry {
  /** When it first and last happened, in milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
  /** How often it happened in one run of the app. */
  readonly times: number;
  readonly place: LogPlace;
  readonly code: LogCode;
  /** The code of its cause. */
  readonly cause?: LogCode;
}

/** Beyond this many, the oldest entries are dropped. */
export const MOST_ENTRIES = 200;

export function entryOf(place: LogPlace, thrown: unknown, at: number): LogEntry {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return {
    first: at,
    last: at,
    times: 1,
    place,
    code: logCode(thrown),
    ...(cause !== undefined && { cause: logCode(cause) }),
  };
}

const isStart = ({ code }: LogEntry): boolean => code === 'started';

/**
 * Adds an entry, oldest first. Repeated failures share one entry with a count, so that they don't
 * push out everything else; a start of the app always gets its own.
 */
export function withEntry(entries: readonly LogEntry[], entry: LogEntry): readonly LogEntry[] {
  const thisRun = entries.findLastIndex(isStart) + 1;
  const known = isStart(entry)
    ? -1
    : entries.findLastIndex(
        ({ place, code, cause }, index) =>
          index >= thisRun && place === entry.place && code === entry.code && cause === entry.cause,
      );
  const before = entries[known];
  const next = before
    ? { ...entry, first: before.first, times: before.times + entry.times }
    : entry;
  return [...entries.filter((_, index) => index !== known), next].slice(-MOST_ENTRIES);
}

const KEYS = new Set(['first', 'last', 'times', 'place', 'code', 'cause']);
/** The largest time that a Date can hold. */
const LATEST = 8.64e15;
const isTime = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LATEST;

/** Whether a stored or received value is an entry without anything extra. */
export function isLogEntry(value: unknown): value is LogEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { first, last, times, place, code, cause } = value as Record<string, unknown>;
  return (
    Object.keys(value).every((key) => KEYS.has(key)) &&
    isTime(first) &&
    isTime(last) &&
    Number.isSafeInteger(times) &&
    (times as number) >= 1 &&
    isLogPlace(place) &&
    isLogCode(code) &&
    (cause === undefined || isLogCode(cause))
  );
}

/** The readable entries of a stored log: those with another version's words are left out. */
export const readEntries = (kept: unknown): readonly LogEntry[] =>
  Array.isArray(kept) ? kept.filter(isLogEntry).slice(-MOST_ENTRIES) : [];

const time = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * An entry as a person reads it: '2026-11-22T06:30:00Z payments.follow network-busy (TypeError), 3
 * times until 06:31:10'.
 */
export function entryLine({ first, last, times, place, code, cause }: LogEntry): string {
  const again = times === 1 ? '' : `, ${times} times until ${time(last).slice(11, 19)}`;
  return `${time(first)} ${place} ${code}${cause === undefined ? '' : ` (${cause})`}${again}`;
}
