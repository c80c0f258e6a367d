import type { z } from 'zod';

import type { Locks } from '../ports/locks.ts';
import type { Memory } from './remembered.ts';

/** The saves of one kind that a page died with. Only the last request is kept. */
export interface CutShort<Mark extends { readonly uid: string }> {
  /** Keeps the request while `save` runs, and forgets it however that ends. */
  during<T extends object>(mark: Mark, save: (locks: Locks) => Promise<T>): Promise<T>;
  /** The avatar's request, unless a page is still at it. */
  find(uid: string): Promise<Mark | undefined>;
}

export function createCutShort<Mark extends { readonly uid: string }>(
  key: string,
  schema: z.ZodType<Mark>,
  { locks, memory }: { readonly locks: Locks; readonly memory: Memory },
): CutShort<Mark> {
  const read = (): Mark | undefined => schema.safeParse(memory.read(key)).data;
  return {
    async during(mark, save) {
      const work = async (locks: Locks) => {
        memory.write(key, mark);
        try {
          return await save(locks);
        } finally {
          if (read()?.uid === mark.uid) memory.write(key, null);
        }
      };
      // A dead page lets go of its lock. Another tab that is saving the same isn't waited for.
      return (await locks.ifFree(`saving:${key}:${mark.uid}`, work)) ?? work(locks);
    },
    async find(uid) {
      const mark = read();
      return mark?.uid === uid
        ? locks.ifFree(`saving:${key}:${uid}`, () => Promise.resolve(mark))
        : undefined;
    },
  };
}
