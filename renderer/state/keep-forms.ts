import { atom } from 'jotai';

import { GUEST_PROFILE, isEmailProfile } from '../core/scope.ts';
import { forgotten } from './kept-form.ts';
import { portsAtom } from './ports.ts';
import { localMemory } from './remembered.ts';
import { currentProfile } from './scope.ts';

const owners = localMemory(() => sessionStorage);

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
    const kept = owners.read('owner');
    const owner = typeof kept === 'string' ? kept : GUEST_PROFILE;
    if (atStart && profile === GUEST_PROFILE && !isEmailProfile(owner)) return;
    owners.write('owner', profile);
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
