import { atom } from 'jotai';

/**
 * Whether this tab is rendering pictures. False until the batches' code is loaded, since nothing is
 * rendered before.
 */
export const busyAtom = atom<{ readonly now: () => boolean }>({ now: () => false });
