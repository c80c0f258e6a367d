import type { Mishap } from '../ports/mishap.ts';
import { atom } from './jotai.ts';

/** A part of the app that died and was started again, until the user has read of it. */
export const mishapAtom = atom<Mishap | undefined>(undefined);
