import { noted } from '../../core/log/log.ts';

/**
 * Writes changed drafts, one after the other. A change to a draft that still waits to be written
 * joins that write. A failure is only logged: the next change tries again.
 */
export function createAutosave(write: (id: string) => Promise<void>): (id: string) => void {
  const dirty = new Set<string>();
  let writes: Promise<void> = Promise.resolve();
  return (id) => {
    if (dirty.has(id)) return;
    dirty.add(id);
    writes = writes
      .then(() => {
        dirty.delete(id);
        return write(id);
      })
      .catch(noted('drafts.save'));
  };
}
