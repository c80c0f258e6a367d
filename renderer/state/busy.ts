import { atom } from './jotai.ts';

/** Whether pictures are being made in this tab. The batches answer once they are loaded; before, nothing is made. */
export const busyAtom = atom<{ readonly now: () => boolean }>({ now: () => false });
