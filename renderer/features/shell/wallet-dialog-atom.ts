import { atom } from 'jotai';

export const walletDialogOpenAtom = atom(false);

/** Asks which wallet to connect, on any screen. */
export const openWalletDialogAtom = atom(null, (_get, set) => set(walletDialogOpenAtom, true));
