import { atom } from 'jotai';

import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { scopeAtom } from '../scope.ts';
import { guestMigrationAtom } from './guest-migration-atom.ts';
import { createGuestMigration } from './guest-migration.ts';

/** Looks for a guest's work at every sign-in. The composition root sets this once, maybe late. */
export const startGuestMigrationAtom = atom(null, (get, set) => {
  const { store, locks } = get(portsAtom);
  set(
    guestMigrationAtom,
    createGuestMigration({ store, scope: get(scopeAtom), locks, memory: localMemory() }),
  );
});
