import { isAbort } from '../errors.ts';
import { entryOf, withEntry, type LogEntry } from './entry.ts';
import type { LogPlace } from './places.ts';

/*
 * The log of this page, or of the main process. It is the one thing here that is reached without
 * being handed in: a failure can come anywhere, and none should go unnoted because nobody passed a
 * log down to it. Who starts the app says by `keepLog` where it is kept.
 */
let entries: readonly LogEntry[] = [];
let keep: (entries: readonly LogEntry[]) => void = () => undefined;

/** Notes what went wrong, by its code alone. Never throws; what was stopped on purpose isn't noted. */
export function note(place: LogPlace, thrown: unknown): void {
  if (isAbort(thrown)) return;
  entries = withEntry(entries, entryOf(place, thrown, Date.now()));
  keep(entries);
}

/** For a rejection that nobody is told of: `work.catch(noted('drafts.autosave'))` gives undefined instead. */
export const noted =
  (place: LogPlace) =>
  (thrown: unknown): undefined => {
    note(place, thrown);
  };

/** The same for work that a signal ends: then the rejection is the signal's own. */
export const notedUnlessStopped =
  (place: LogPlace, signal: { throwIfAborted(): void }) =>
  (thrown: unknown): undefined => {
    signal.throwIfAborted();
    note(place, thrown);
  };

/** Oldest first. */
export const logEntries = (): readonly LogEntry[] => entries;

/** From now on each change goes to `keeper`, which doesn't throw; `before` is what was kept earlier. */
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
