import { isAbort } from '../errors.ts';
import { entryOf, withEntry, type LogEntry } from './entry.ts';
import type { LogPlace } from './places.ts';

/*
 * The log of this page, or of the main process. It is the only thing here that isn't passed in: a
 * failure can happen anywhere, and none should go unrecorded because nobody passed a log down to
 * it. Whoever starts the app calls `keepLog` to say where the log is stored.
 */
let entries: readonly LogEntry[] = [];
let keep: (entries: readonly LogEntry[]) => void = () => undefined;

/** Records a failure by its code alone. Never throws. Aborts aren't recorded. */
export function note(place: LogPlace, thrown: unknown): void {
  if (isAbort(thrown)) return;
  entries = withEntry(entries, entryOf(place, thrown, Date.now()));
  keep(entries);
}

/** For a rejection that nobody handles: `work.catch(noted('drafts.save'))` gives undefined. */
export const noted =
  (place: LogPlace) =>
  (thrown: unknown): undefined => {
    note(place, thrown);
  };

/** The same for work that a signal can abort: once aborted, it rejects with the signal's reason. */
export const notedUnlessStopped =
  (place: LogPlace, signal: { throwIfAborted(): void } | undefined) =>
  (thrown: unknown): undefined => {
    signal?.throwIfAborted();
    note(place, thrown);
  };

/** Oldest first. */
export const logEntries = (): readonly LogEntry[] => entries;

/** From now on passes each change to `keeper`, which must not throw; `before` is the stored log. */
export function keepLog(
  before: readonly LogEntry[],
  keeper: (entries: readonly LogEntry[]) => void,
): void {
  entries = entries.reduce(withEntry, before);
  keep = keeper;
  keep(entries);
}

export function forgetLog(): void {
  entries = [];
  keep(entries);
}
