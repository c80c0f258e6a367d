import { atom } from './jotai.ts';

/**
 * What another tab's version of the app did to this one's storage: a newer one has taken it over,
 * or an older one keeps this one from opening it.
 */
export type StorageNotice = 'superseded' | 'blocked';

/** The composition root sets it, told by the storage. */
export const storageNoticeAtom = atom<StorageNotice | undefined>(undefined);
