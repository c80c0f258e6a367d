import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';

import { MOST_HANDED_OVER } from '../../renderer/platform/desktop/ipc-contract.ts';

/** A file that the user handed over, as the page knows it. */
export interface HandedOver {
  readonly id: string;
  readonly name: string;
}

/**
 * Files that the user chose, dropped on the app's icon or opened with it, and that the page hasn't
 * read yet. The page knows numbers, never paths, and each number is good for one reading.
 */
export interface PendingPhotos {
  put(paths: readonly string[]): HandedOver[];
  /** The path behind a number, which is of no use afterwards. */
  take(id: string): string | undefined;
}

export function createPendingPhotos(): PendingPhotos {
  const paths = new Map<string, string>();
  return {
    put: (added) =>
      added.slice(0, MOST_HANDED_OVER).map((path) => {
        const id = randomUUID();
        paths.set(id, path);
        // What was never read makes room.
        const [oldest] = paths.keys();
        if (paths.size > MOST_HANDED_OVER && oldest !== undefined) paths.delete(oldest);
        return { id, name: basename(path) };
      }),
    take(id) {
      const path = paths.get(id);
      paths.delete(id);
      return path;
    },
  };
}
