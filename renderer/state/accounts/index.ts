import { atom } from 'jotai';

import { noted } from '../../core/log/log.ts';
import { busyAtom } from '../busy.ts';
import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { createIdleLock } from './idle.ts';

/** The recovery code that replaced a used one, until the user has seen it. */
export const newCodeAtom = atom<string | undefined>(undefined);

export { useGuestMigration, useGuestMigrationOffer } from './guest-migration-atom.ts';

const CHECK_EVERY_MS = 10_000;

/**
 * Restores the account that was open, makes every wallet secondary while there is one, and locks it
 * after its chosen time without activity. The composition root sets this once, before the first
 * render.
 */
export const startAccountsAtom = atom(null, (get) => {
  const { accounts, wallets, clock } = get(portsAtom);
  const follow = (): void => wallets.onlySecondary(accounts.snapshot().status !== 'none');
  follow();
  accounts.subscribe(follow);
  accounts.start().catch(noted('accounts.start')); // The user can still open it.

  const { touch, check } = createIdleLock({
    accounts,
    memory: localMemory(),
    now: clock.now,
    isBusy: get(busyAtom).now,
  });
  for (const event of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(event, touch, { capture: true, passive: true });
  document.addEventListener('visibilitychange', check);
  setInterval(check, CHECK_EVERY_MS);
});
