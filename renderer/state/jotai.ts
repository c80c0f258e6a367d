/** The one door to jotai: features import it from here. */
export { atom, createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
export type { Atom, Getter, PrimitiveAtom, Setter, WritableAtom } from 'jotai';
