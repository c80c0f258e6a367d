import { noted } from '../../core/log/log.ts';

/**
 * Writes what was changed, one write after the other; a change of what still waits to be written
 * goes with it. A failure is only noted: the next change tries again.
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
