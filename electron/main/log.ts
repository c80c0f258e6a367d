import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readEntries, type LogEntry } from '../../renderer/core/log/entry.ts';
import { forgetLog, keepLog, logEntries, note } from '../../renderer/core/log/log.ts';
import type { Handlers } from './dispatcher.ts';

/**
 * From now on what main reports is also kept, in a file of its own in `folder`: some two hundred
 * entries, each a time and words of closed lists. What was reported before goes into it as well.
 */
export function openLog(folder: string): Pick<Handlers, 'log.read' | 'log.erase'> {
  const path = join(folder, 'log.json');
  keepLog(kept(path), (entries) => {
    try {
      // A crash in the middle leaves the old file.
      writeFileSync(`${path}.new`, JSON.stringify(entries));
      renameSync(`${path}.new`, path);
    } catch {
      // A full disk: what is in memory can still be read.
    }
  });
  note('main.run', 'started');
  return {
    'log.read': () => Promise.resolve([...logEntries()]),
    'log.erase'() {
      forgetLog();
      rmSync(path, { force: true });
      return Promise.resolve(null);
    },
  };
}

function kept(path: string): readonly LogEntry[] {
  try {
    return readEntries(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return []; // The first start, or a damaged file: a log begins anew.
  }
}
