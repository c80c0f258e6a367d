import type { LockName } from '../core/lock-order.ts';

/**
 * Mutual exclusion between everything that shares this device's storage, other tabs included. The
 * work of a lock gets what to ask for further locks while it runs: that is how a nested ask is
 * known, and held to the order of `LOCK_ORDER`. Called `locks` as well, it hides the outer one.
 */
export interface Locks {
  /** Waits for the lock, then runs `work` while holding it. @throws Error where it would be out of order */
  exclusive<T>(name: LockName, work: (locks: Locks) => Promise<T>): Promise<T>;
  /** Runs `work` if the lock is free now; otherwise gives undefined at once. @throws Error as `exclusive` */
  ifFree<T>(name: LockName, work: (locks: Locks) => Promise<T>): Promise<T | undefined>;
}
