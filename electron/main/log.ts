import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { openStored } from '../../engine-host/stored.ts';
import { readEntries } from '../../renderer/core/log/entry.ts';
import { forgetLog, keepLog, logEntries, note } from '../../renderer/core/log/log.ts';
import type { HandlersOf } from './dispatcher.ts';

/**
 * From this call on, main's reports are also kept in a file of their own in `folder`: about two
 * hundred entries, each a time and words from closed lists. Earlier reports are included.
 */
export function openLog(folder: string): HandlersOf<'log'> {
  const path = join(folder, 'log.json');
  // If the disk is full, the entries in memory can still be read.
  const file = openStored(path, z.unknown().transform(readEntries), [], () => undefined);
  keepLog(file.get(), file.set);
  note('main.run', 'started');
  return {
    'log.read': () => [...logEntries()],
    'log.erase'() {
      forgetLog();
      rmSync(path, { force: true });
    },
  };
}
