import { useEffect, useState } from 'react';
import type { z } from 'zod';

import { createState } from '../core/subscribable.ts';
import { localMemory } from './remembered.ts';

/** Session storage: it ends with the tab, since what is typed may be private. */
const tab = localMemory(() => sessionStorage);

/** What is typed into a form, until it is sent. */
export const keptForm = (name: string) => ({
  read: (): unknown => tab.read(`form.${name}`),
  write: (values: unknown): void => tab.write(`form.${name}`, values),
});

/** How often what was typed has been forgotten: a screen that is open then empties its form. */
export const forgotten = createState(0);

/** A state that is kept in this tab, so that leaving its screen doesn't lose what was typed. */
export function useKept<T>(name: string, schema: z.ZodType<T>, initial: T) {
  const kept = keptForm(name);
  const [value, setValue] = useState(() => schema.safeParse(kept.read()).data ?? initial);
  useEffect(() => forgotten.subscribe(() => setValue(initial)), [initial]);
  const keep = (next: T): void => {
    setValue(next);
    kept.write(next);
  };
  return [value, keep] as const;
}
