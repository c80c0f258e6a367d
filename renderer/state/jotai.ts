/** The only module that imports jotai: features use it through here. */
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom } from 'jotai';
