import { atom } from '../jotai.ts';
import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { scopeAtom } from '../scope.ts';
import { carryAtom } from './carry-atom.ts';
import { createCarry } from './carry.ts';

/** Looks for a guest's work at every sign-in. The composition root sets this once, and may load it late. */
export const startCarryAtom = atom(null, (get, set) => {
  const { store, locks } = get(portsAtom);
  set(carryAtom, createCarry({ store, scope: get(scopeAtom), locks, memory: localMemory() }));
});
