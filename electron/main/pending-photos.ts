import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';

import { MOST_HANDED_OVER } from '../../renderer/platform/desktop/ipc-contract.ts';

export type PendingPhotos = ReturnType<typeof createPendingPhotos>;

/**
 * Files that the user picked, dropped on the app's icon or opened with the app, and that the page
 * hasn't read yet. The page knows ids, never paths.
 */
export function createPendingPhotos() {
  const paths = new Map<string, string>();
  return {
    put: (added: readonly string[]) =>
      added.slice(0, MOST_HANDED_OVER).map((path) => {
        const id = randomUUID();
        paths.set(id, path);
        // Drop the oldest unread file.
        const [oldest] = paths.keys();
        if (paths.size > MOST_HANDED_OVER && oldest !== undefined) paths.delete(oldest);
        return { id, name: basename(path) };
      }),
    /** The path of an id, which is void afterwards. */
    take(id: string) {
      const path = paths.get(id);
      paths.delete(id);
      return path;
    },
  };
}
