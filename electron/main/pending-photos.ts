import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';

import { MOST_HANDED_OVER } from '../../renderer/platform/desktop/ipc-contract.ts';

/** A file from the user, as the page knows it. */
export interface HandedOver {
  readonly id: string;
  readonly name: string;
}

/**
 * Files that the user picked, dropped on the app's icon or opened with the app, and that the page
 * hasn't read yet. The page knows ids, never paths. Each id can be read once.
 */
export interface PendingPhotos {
  put(paths: readonly string[]): HandedOver[];
  /** The path of an id. The id is void afterwards. */
  take(id: string): string | undefined;
}

export function createPendingPhotos(): PendingPhotos {
  const paths = new Map<string, string>();
  return {
    put: (added) =>
      added.slice(0, MOST_HANDED_OVER).map((path) => {
        const id = randomUUID();
        paths.set(id, path);
        // Drop the oldest unread file.
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
