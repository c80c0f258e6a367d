import { atom } from 'jotai';

import { busyAtom } from '../busy.ts';
import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { scopeAtom } from '../scope.ts';
import { guestMigrationAtom } from './guest-migration-atom.ts';
import { createGuestMigration } from './guest-migration.ts';

/** Looks for a guest's work at every sign-in. The composition root sets this once, maybe late. */
export const startGuestMigrationAtom = atom(null, (get, set) => {
  const scope = get(scopeAtom);
  const migration = createGuestMigration({ ...get(portsAtom), scope, memory: localMemory() });
  get(busyAtom).add(() => migration.snapshot()?.done !== undefined);
  set(guestMigrationAtom, migration);
});
