import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readEntries, type LogEntry } from '../../renderer/core/log/entry.ts';
import { forgetLog, keepLog, logEntries, note } from '../../renderer/core/log/log.ts';
import type { Handlers } from './dispatcher.ts';

/**
 * From this call on, main's reports are also kept in a file of their own in `folder`: about two
 * hundred entries, each a time and words from closed lists. Earlier reports are included.
 */
export function openLog(folder: string): Pick<Handlers, 'log.read' | 'log.erase'> {
  const path = join(folder, 'log.json');
  keepLog(kept(path), (entries) => {
    try {
      // A crash during the write leaves the old file.
      writeFileSync(`${path}.new`, JSON.stringify(entries));
      renameSync(`${path}.new`, path);
    } catch {
      // The disk is full. The entries in memory can still be read.
    }
  });
  note('main.run', 'started');
  return {
    'log.read': () => [...logEntries()],
    'log.erase'() {
      forgetLog();
      rmSync(path, { force: true });
    },
  };
}

function kept(path: string): readonly LogEntry[] {
  try {
    return readEntries(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return []; // The first start, or a damaged file: start a new log.
  }
}
