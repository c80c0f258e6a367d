import { outOfOrder, type LockName } from '../core/lock-order.ts';
import { note } from '../core/log/log.ts';
import type { Locks } from '../ports/locks.ts';

/** Named locks without an order. */
interface PlainLocks {
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
  ifFree<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
}

/** Handles a lock taken out of order: throws, except on mainnet, where it is logged. */
type OnDisorder = (message: string) => void;
const refuse: OnDisorder = (message) => {
  throw new Error(message);
};
export const noteDisorder: OnDisorder = (message) => note('locks.order', new Error(message));

/** Enforces the order in which locks may be nested. */
export function inOrder(
  plain: PlainLocks,
  onDisorder: OnDisorder = refuse,
  held: readonly LockName[] = [],
): Locks {
  const check = (name: LockName): Locks => {
    const why = outOfOrder(held, name);
    if (why !== undefined) onDisorder(why);
    return inOrder(plain, onDisorder, [...held, name]);
  };
  return {
    exclusive: async (name, work) => {
      const locks = check(name);
      return plain.exclusive(name, () => work(locks));
    },
    ifFree: async (name, work) => {
      const locks = check(name);
      return plain.ifFree(name, () => work(locks));
    },
  };
}

/** The browser's locks: shared by all tabs of the origin, and released when a page dies. */
export const webLocks = (manager: LockManager, onDisorder?: OnDisorder): Locks =>
  inOrder(
    {
      exclusive: async (name, work) => await manager.request(`likeness:${name}`, work),
      ifFree: async (name, work) =>
        await manager.request(`likeness:${name}`, { ifAvailable: true }, (lock) =>
          lock ? work() : undefined,
        ),
    },
    onDisorder,
  );
