import { atom, useAtomValue } from '../jotai.ts';
import { useWatched, type Watched } from '../observable.ts';
import type { Carry, CarryOffer } from './carry.ts';

/** Undefined until its code came, after the first page. */
export const carryAtom = atom<Carry | undefined>(undefined);

const NOTHING: Watched<undefined> = { snapshot: () => undefined, subscribe: () => () => undefined };

export const useCarry = (): Carry | undefined => useAtomValue(carryAtom);
export const useCarryOffer = (): CarryOffer | undefined =>
  useWatched<CarryOffer | undefined>(useCarry() ?? NOTHING);
