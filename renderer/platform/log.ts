import { readEntries, type LogEntry } from '../core/log/entry.ts';
import { forgetLog, keepLog, logEntries, note } from '../core/log/log.ts';
import type { Log } from '../ports/log.ts';

const KEY = 'likeness.log';

/**
 * Keeps the page's log in the tab's storage: it survives a reload or a crash and disappears with
 * the tab. Uncaught errors are logged too. Call once, before anything else can fail.
 * @param target where uncaught errors are listened for
 */
export function pageLog(
  storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => sessionStorage,
  target: Pick<EventTarget, 'addEventListener'> = globalThis,
): Log {
  keepLog(kept(storage), (entries) => {
    try {
      storage().setItem(KEY, JSON.stringify(entries));
    } catch {
      // Storage is switched off or full. The entries in memory can still be read.
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
    return []; // If the stored log can't be read, start a new one.
  }
}
