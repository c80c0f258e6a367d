import { inOrder } from '../../renderer/platform/locks.ts';
import type { Locks } from '../../renderer/ports/locks.ts';

interface Waiting {
  readonly owner: symbol;
  readonly start: () => void;
}

/** A dead tab's promises never settle. */
const never = (): Promise<never> => new Promise(() => undefined);

/** Locks in memory, shared by several 'tabs'. A dead tab's locks and requests are released. */
export class LockTable {
  readonly #held = new Map<string, symbol>();
  readonly #queues = new Map<string, Waiting[]>();
  readonly #gone = new Set<symbol>();

  forTab(owner: symbol): Locks {
    const run = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } finally {
        if (this.#held.get(name) === owner) this.#release(name);
      }
    };
    return inOrder({
      exclusive: async (name, work) => {
        if (this.#gone.has(owner)) await never();
        if (this.#held.has(name)) {
          await new Promise<void>((start) => {
            this.#queues.set(name, [...(this.#queues.get(name) ?? []), { owner, start }]);
          });
        } else this.#held.set(name, owner);
        return run(name, work);
      },
      ifFree: async (name, work) => {
        if (this.#gone.has(owner)) await never();
        if (this.#held.has(name)) return undefined;
        this.#held.set(name, owner);
        return run(name, work);
      },
    });
  }

  /** The tab is gone. */
  drop(owner: symbol): void {
    this.#gone.add(owner);
    for (const [name, queue] of this.#queues)
      this.#queues.set(
        name,
        queue.filter((one) => one.owner !== owner),
      );
    for (const [name, holder] of [...this.#held]) if (holder === owner) this.#release(name);
  }

  #release(name: string): void {
    const [next, ...rest] = this.#queues.get(name) ?? [];
    this.#queues.set(name, rest);
    if (!next) {
      this.#held.delete(name);
      return;
    }
    this.#held.set(name, next.owner);
    next.start();
  }
}

/** Locks of a single page: one holder at a time per name. */
export const memoryLocks = (): Locks => new LockTable().forTab(Symbol('page'));
