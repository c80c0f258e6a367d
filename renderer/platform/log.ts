import { readEntries, type LogEntry } from '../core/log/entry.ts';
import { forgetLog, keepLog, logEntries, note } from '../core/log/log.ts';
import type { Log } from '../ports/log.ts';

const KEY = 'likeness.log';

/**
 * Keeps this page's log with its tab: it outlives a reload and a crash, and goes with the tab.
 * Whatever nobody caught is noted too. To be called once, before anything else can fail.
 * @param target whose uncaught failures are heard
 */
export function pageLog(
  storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => sessionStorage,
  target: Pick<EventTarget, 'addEventListener'> = globalThis,
): Log {
  keepLog(kept(storage), (entries) => {
    try {
      storage().setItem(KEY, JSON.stringify(entries));
    } catch {
      // Site data is switched off, or full: what is in memory can still be read.
    }
  });
  target.addEventListener('error', (event) =>
    note('app.uncaught', (event as { error?: unknown }).error),
  );
  target.addEventListener('unhandledrejection', (event) =>
    note('app.uncaught', (event as { reason?: unknown }).reason),
  );
  note('app.run', 'started');
  return {
    read: () => Promise.resolve(logEntries()),
    erase() {
      forgetLog();
      return Promise.resolve();
    },
  };
}

function kept(storage: () => Pick<Storage, 'getItem'>): readonly LogEntry[] {
  try {
    return readEntries(JSON.parse(storage().getItem(KEY) ?? '[]'));
  } catch {
    return []; // What can't be read is not worth a word: a log begins anew.
  }
}
