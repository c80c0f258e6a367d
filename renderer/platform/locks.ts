import type { Locks } from '../ports/locks.ts';

/** The browser's own locks: shared by all tabs of the origin, let go of when a page dies. */
export const webLocks = (manager: LockManager): Locks => ({
  exclusive: async (name, work) => await manager.request(`likeness:${name}`, work),
  ifFree: async (name, work) =>
    await manager.request(`likeness:${name}`, { ifAvailable: true }, (lock) =>
      lock ? work() : undefined,
    ),
});
