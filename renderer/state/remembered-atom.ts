import { atom } from 'jotai';
import type { z } from 'zod';

import { localMemory } from './remembered.ts';

const memory = localMemory();

/** A small value that survives a reload; an invalid stored value reads as the fallback. */
export function rememberedAtom<T>(key: string, schema: z.ZodType<T>, fallback: T) {
  const kept = atom<T>(schema.safeParse(memory.read(key)).data ?? fallback);
  return atom(
    (get) => get(kept),
    (_get, set, value: T) => {
      memory.write(key, value);
      set(kept, () => value);
    },
  );
}
