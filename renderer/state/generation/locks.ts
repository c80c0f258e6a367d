import type { Locks } from './generation.ts';

/**
 * Web Locks: held over all tabs, and free again as soon as the holding tab is gone, so that another
 * goes on with its work. Without them (an insecure address) one tab's own queue has to do.
 */
export function webLocks(): Locks {
  const { locks: manager } = navigator as { locks?: LockManager };
  if (manager) return { run: (name, work) => manager.request(`likeness.${name}`, work) as ReturnType<typeof work> };
  return queueLocks();
}

export function queueLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(name, work) {
      const turn = (tails.get(name) ?? Promise.resolve()).then(work);
      tails.set(name, turn.catch(() => undefined));
      return turn;
    },
  };
}
