import { atom } from 'jotai';
import { useEffect, useState } from 'react';
import type { z } from 'zod';

import { GUEST_PROFILE, isEmailProfile } from '../core/scope.ts';
import { createState } from '../core/subscribable.ts';
import { portsAtom } from './ports.ts';
import { localMemory } from './remembered.ts';
import { currentProfile } from './scope.ts';

/** Session storage: it ends with the tab, since what is typed may be private. */
const tab = localMemory(() => sessionStorage);

/** What is typed into a form, until it is sent. */
export const keptForm = (name: string) => ({
  read: (): unknown => tab.read(`form.${name}`),
  write: (values: unknown): void => tab.write(`form.${name}`, values),
});

const forgotten = createState(0);
/** Calls back when what was typed is forgotten, so that a screen that is open empties its form. */
export const onFormsForgotten = forgotten.subscribe;

/**
 * Follows whose profile is shown: what one typed is forgotten before another comes. What a guest
 * typed goes along with whoever signs in. An account that is locked, and a page that loads again
 * without its wallet, may get its words back.
 */
export function createFormKeeper(): (profile: string | undefined) => void {
  let shown: string | undefined;
  return (profile) => {
    if (profile === undefined || profile === shown) return;
    const atStart = shown === undefined;
    shown = profile;
    const kept = tab.read('owner');
    const owner = typeof kept === 'string' ? kept : GUEST_PROFILE;
    if (atStart && profile === GUEST_PROFILE && !isEmailProfile(owner)) return;
    tab.write('owner', profile);
    if (owner === GUEST_PROFILE || owner === profile) return;
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('likeness.form.')) sessionStorage.removeItem(key);
    forgotten.update((times) => times + 1);
  };
}

/** Keeps what is typed for the profile that is shown, as long as the page lives. */
export const keepFormsAtom = atom(null, (get) => {
  const { wallets, accounts } = get(portsAtom);
  const shows = createFormKeeper();
  const show = (): void => shows(currentProfile(wallets, accounts));
  wallets.subscribe(show);
  accounts.subscribe(show);
  show();
});

/** A state that is kept in this tab, so that leaving its screen doesn't lose what was typed. */
export function useKept<T>(name: string, schema: z.ZodType<T>, initial: T) {
  const kept = keptForm(name);
  const [value, setValue] = useState(() => schema.safeParse(kept.read()).data ?? initial);
  useEffect(() => onFormsForgotten(() => setValue(initial)), [initial]);
  const keep = (next: T): void => {
    setValue(next);
    kept.write(next);
  };
  return [value, keep] as const;
}
