import type { CrashNotice } from '../ports/crash-notice.ts';
import { atom } from './jotai.ts';

/** A part of the app that crashed and was restarted, until the user has dismissed the notice. */
export const crashNoticeAtom = atom<CrashNotice | undefined>(undefined);

/**
 * How another tab's version of the app affects this one's storage: a newer one has taken it over,
 * or an older one keeps this one from opening it.
 */
export type StorageNotice = 'superseded' | 'blocked';

/** The composition root sets it from the storage's callbacks. */
export const storageNoticeAtom = atom<StorageNotice | undefined>(undefined);

/** Where the app restarts after everything was erased; it then says so. */
export const ERASED_HASH = '#erased';
