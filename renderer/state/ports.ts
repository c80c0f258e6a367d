import type { Ports } from '../ports/index.ts';
import { atom, useAtomValue } from './jotai.ts';

const handedIn = atom<Ports | undefined>(undefined);

/**
 * The ports of this app. The composition root sets them once, before the first render.
 * @throws Error if read before that, or set twice
 */
export const portsAtom = atom(
  (get): Ports => {
    const ports = get(handedIn);
    if (!ports) throw new Error('the composition root has not handed in the ports');
    return ports;
  },
  (get, set, ports: Ports) => {
    if (get(handedIn)) throw new Error('the ports are handed in once');
    set(handedIn, ports);
  },
);

export const usePorts = (): Ports => useAtomValue(portsAtom);
