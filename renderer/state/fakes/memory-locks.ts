import type { Locks } from '../../ports/locks.ts';

/** Locks of a single page: one after the other by name. */
export function memoryLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  const exclusive: Locks['exclusive'] = (name, work) => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(work);
    const done: Promise<void> = turn.then(
      () => undefined,
      () => undefined,
    );
    tails.set(name, done);
    void done.then(() => tails.get(name) === done && tails.delete(name));
    return turn;
  };
  return {
    exclusive,
    ifFree: (name, work) => (tails.has(name) ? Promise.resolve(undefined) : exclusive(name, work)),
  };
}
