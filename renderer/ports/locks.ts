import type { LockName } from '../core/lock-order.ts';

/**
 * Mutual exclusion between everything that shares this device's storage, including other tabs.
 * `work` gets a `Locks` of its own for locks taken inside it: that is how nested locks are
 * recognised and held to `LOCK_ORDER`. Name that parameter `locks` too, so that it shadows the
 * outer one.
 */
export interface Locks {
  /**
   * Waits for the lock, then runs `work` while holding it. @throws Error if the lock is taken out
   * of order
   */
  exclusive<T>(name: LockName, work: (locks: Locks) => Promise<T>): Promise<T>;
  /**
   * Runs `work` if the lock is free now; otherwise returns undefined at once. @throws Error as
   * `exclusive`
   */
  ifFree<T>(name: LockName, work: (locks: Locks) => Promise<T>): Promise<T | undefined>;
}
