/** Mutual exclusion between everything that shares this device's storage, other tabs included. */
export interface Locks {
  /** Waits for the lock, then runs `work` while holding it. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Runs `work` if the lock is free now; otherwise gives undefined at once. */
  ifFree<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
}
