import { atom } from 'jotai';
import type { z } from 'zod';

import { localMemory } from './remembered.ts';

const memory = localMemory();

/**
 * A small value that survives a reload; an invalid stored value reads as the fallback. `last` reads
 * it outside of React, as any tab left it.
 */
export function rememberedAtom<T>(key: string, schema: z.ZodType<T>, fallback: T) {
  const last = (): T => schema.safeParse(memory.read(key)).data ?? fallback;
  const kept = atom<T>(last());
  const remembered = atom(
    (get) => get(kept),
    (_get, set, value: T) => {
      memory.write(key, value);
      set(kept, () => value);
    },
  );
  return Object.assign(remembered, { last });
}
