import { atom } from 'jotai';

/** The recovery code that replaced a used one, until the user has seen it. */
export const newCodeAtom = atom<string | undefined>(undefined);
