/** The one door to jotai: features import it from here. */
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom } from 'jotai';
