import { atom } from 'jotai';

import type { CrashNotice } from '../ports/crash-notice.ts';

/** A part of the app that crashed and was restarted, until the user has dismissed the notice. */
export const crashNoticeAtom = atom<CrashNotice | undefined>(undefined);

/** Where the app restarts after everything was erased; it then says so. */
export const ERASED_HASH = '#erased';
